#include "vi/cones.hpp"

#include <cmath>

namespace nsds::numerics::vi {
namespace {

bool check_cone(const nsds_cone& cone, std::int32_t k, const Sentence& sentence) {
  const bool is_lorentz = cone.kind == NSDS_CONE_LORENTZ;
  if (cone.kind < NSDS_CONE_FREE || cone.kind > NSDS_CONE_PROJECTOR) {
    sentence.write("problem.cones[{}].kind is {}, which is none.", k, static_cast<int>(cone.kind));
  } else if (cone.size < (is_lorentz ? 1 : 0)) {
    sentence.write("problem.cones[{}].size is {}, it must be at least {}.", k, cone.size, is_lorentz ? 1 : 0);
  } else if (is_lorentz ? !(cone.mu >= 0.0 && std::isfinite(cone.mu)) : cone.mu != 0.0) {
    sentence.write("problem.cones[{}].mu is {}, it must be {}.", k, cone.mu,
                   is_lorentz ? "finite and not negative" : "0 where the cone is not a Lorentz cone");
  } else if ((cone.kind == NSDS_CONE_PROJECTOR) != (cone.project != nullptr)) {
    sentence.write("problem.cones[{}].project is {}.", k,
                   cone.project == nullptr ? "null" : "given, and the kind is not that of a projector");
  } else {
    return true;
  }
  return false;
}

}  // namespace

bool check_cones(const GivenCones& given, const Sentence& sentence) {
  if (given.count < 0 || (given.cones == nullptr && given.count > 0)) {
    if (given.count < 0)
      sentence.write("problem.cone_count is {}, it must be at least 0.", given.count);
    else
      sentence.write("problem.cones is null.");
    return false;
  }
  std::int64_t sum = 0;
  for (std::int32_t k = 0; k < given.count; ++k) {
    if (!check_cone(given.cones[k], k, sentence)) return false;
    sum += given.cones[k].size;
  }
  if (sum == given.size) return true;
  sentence.write("problem.cones have {} unknowns together, problem.size is {}.", sum, given.size);
  return false;
}

}  // namespace nsds::numerics::vi
