// A relation that takes a cross product, in a file that includes the kernel's header and nothing else.
#include <nsds/kernel.hpp>

namespace nsds::test {

/// y = (q x a) . e_z, of a point q in space; its gradient is a x e_z.
LagrangianScleronomousR momentAboutZ(const Vector& lever) {
  const Eigen::Vector3d a = lever;
  return LagrangianScleronomousR(
      1, [a](VectorConstRef q, VectorRef y) { y[0] = Eigen::Vector3d(q).cross(a).z(); },
      [a](VectorConstRef, MatrixRef H) { H = a.cross(Eigen::Vector3d::UnitZ()).transpose(); });
}

}  // namespace nsds::test
