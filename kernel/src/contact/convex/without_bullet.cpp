// A build without Bullet refuses the shapes that need it.
#include <string>

#include "contact/convex/backend.hpp"
#include "modeling/checks.hpp"

namespace nsds::contact {

void requireBullet(const char* shape) {
  throw InvalidArgument(
      std::string("a ") + shape +
      " meets other shapes by means of Bullet, and this build is without it: configure with "
      "-DNSDS_BULLET=ON");
}

bool nearestPoints(const PlacedConvex&, const PlacedConvex&, const Vector3&, NearestPoints&) {
  requireBullet("convex shape");
  return false;
}

Vector3 leastOverlap(const PlacedConvex&, const PlacedConvex&, const Vector3&) {
  requireBullet("convex shape");
  return Vector3::Zero();
}

struct TriangleTree::Implementation {};
TriangleTree::TriangleTree(const std::vector<Vector3>&, const std::vector<std::array<std::int32_t, 3>>&) {
  requireBullet("triangle mesh");
}
TriangleTree::~TriangleTree() = default;
void TriangleTree::find(const Vector3&, const Vector3&, std::vector<std::int32_t>&) const {}

}  // namespace nsds::contact
