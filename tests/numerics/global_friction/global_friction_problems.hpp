// Problems of contact in global form written from formulas, and how a test solves them.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/matrix.hpp"
#include "numerics/global_friction/global_friction_residual.hpp"

namespace nsds::test {

// A problem that owns its dense data.
struct GlobalData {
  Eigen::MatrixXd M, H, G;
  Eigen::VectorXd q, b, d, mu;
  std::int32_t dimension = 3;
};

// The same with matrices of one storage.
class StoredGlobal {
 public:
  explicit StoredGlobal(const GlobalData& problem, nsds_storage storage = NSDS_DENSE)
      : data_(problem),
        M_(numerics::view(data_.M), storage, 1),
        H_(numerics::view(data_.H), storage, 1),
        G_(numerics::view(data_.G), storage, 1) {
    nsds_global_friction_contact_init(&view);
    view.dimension = data_.dimension;
    view.contacts = static_cast<std::int32_t>(data_.mu.size());
    view.size = static_cast<std::int32_t>(data_.q.size());
    view.constraints = static_cast<std::int32_t>(data_.d.size());
    view.M = &M_.get();
    view.H = &H_.get();
    view.G = view.constraints > 0 ? &G_.get() : nullptr;
    view.q = data_.q.data();
    view.b = data_.b.data();
    view.d = data_.d.data();
    view.mu = data_.mu.data();
  }
  StoredGlobal(const StoredGlobal&) = delete;
  StoredGlobal& operator=(const StoredGlobal&) = delete;

  nsds_global_friction_contact view;

 private:
  GlobalData data_;
  numerics::Matrix M_, H_, G_;
};

struct GlobalOptions {
  const char* solver = "auto";
  double tolerance = 1e-10;
  bool warm_start = false;
};

nsds_status solve(const nsds_global_friction_contact& problem, GlobalUnknowns& x, const GlobalOptions& given,
                  nsds_report& report);

// The solvers that reach every tolerance.
inline constexpr const char* exact_global_solvers[] = {"auto", "reduced", "newton", "nsgs"};

// One point of mass m above a plane, with velocity v_0.
GlobalData point_on_plane(double m, const Eigen::Vector3d& v_0, double mu);

// A chain of bodies, each with full inertia, one contact a body and one between neighbours, with joints of
// `joint_rows` rows between every other pair of neighbours. H and G are random but of full rank with
// probability one; the normal of b is negative, so that contacts close.
GlobalData chain(std::int32_t dimension, int bodies, int joint_rows, bool symmetric = true);

}  // namespace nsds::test
