// The instances by name.
#include "support/nonlinear/nonlinear_problem.hpp"

#include "support/nonlinear/nonlinear_build.hpp"

namespace nsds::test {
namespace {

std::vector<nonlinear::Family> all_families() {
  using namespace nonlinear;  // NOLINT(google-build-using-namespace): nine names of one header
  std::vector<Family> all;
  for (const auto& families :
       {classic_families(), program_families(), economy_families(), game_families(), network_families(),
        field_families(), lubrication_families(), control_families(), random_families()})
    all.insert(all.end(), families.begin(), families.end());
  return all;
}

}  // namespace

std::vector<std::string> nonlinear_names() {
  return {
      // classic
      "kojima_shindo:4", "josephy:4", "billups:1", "mathiesen:4:1", "mathiesen:4:2", "mathiesen:4:3",
      "numeraire:3:1", "numeraire:3:2", "numeraire:3:3", "modified_mathiesen:4", "watson:5", "powell:2",
      "arctangent:1", "arctangent:20", "segment:2", "flat:5", "murty:16", "murty:100", "fathi:16",
      "fathi:100", "ahn:1000",
      // programs
      "hs34:5", "hs35:4", "hs43:7", "hs66:5", "hs71:6", "hs76:7", "hs112:13",
      // economies
      "scarf:19", "capital:12", "walras:5", "walras:50", "walras:50:2", "walras:200", "fisher:6", "fisher:30",
      "land:10:3", "land:200:5", "spatial:5", "spatial:20", "spatial:60",
      // games
      "nash:5:1", "nash:5:2", "nash:10:1", "nash:10:2", "nash:100:3", "nash:500:3", "river:5", "cyclic:3",
      "cyclic:21", "coordination:3", "coordination:5", "duopoly:4", "duopoly:40",
      // networks
      "braess:4:1", "braess:4:2", "routes:4", "routes:60", "traffic:4:1", "traffic:10:4", "traffic:30:1",
      "traffic:30:9", "traffic:100:1", "pipes:5:1", "pipes:60:1", "pipes:5:2", "diodes:10", "diodes:10000",
      // fields
      "obstacle:100:1", "obstacle:100:2", "obstacle:100:3", "obstacle:2500:1", "obstacle:2500:2",
      "obstacle:2500:3", "obstacle:22500:2", "obstacle:90000:1", "obstacle:99856:3", "semilinear:100",
      "semilinear:2500", "semilinear:90000", "bratu:100:1", "bratu:100:2", "bratu:100:3", "bratu:2500:1",
      "bratu:5625:2", "bratu:22500:3", "bratu:90000:1", "drop:100", "drop:2500", "film:100", "film:2500",
      "film:22500",
      // lubrication
      "lubrication:50:1", "lubrication:200:1", "lubrication:200:2", "lubrication:500:2", "lubrication:1000:1",
      "lubrication:1000:2",
      // control
      "control:50:1", "control:1000:1", "control:50:2", "control:500:2", "control:50:3", "control:1000:3",
      // random
      "monotone:20:1", "monotone:100:2", "monotone:500:3", "degenerate:20:1", "degenerate:100:2",
      "degenerate:500:3", "semidefinite:20:1", "semidefinite:100:2", "mixed:100:1", "mixed:1000:2",
      "mixed:50000:3", "p_function:20:1", "p_function:1000:2", "p_function:50000:3", "domain:9:1",
      "domain:100:2"};
}

std::optional<NonlinearProblem> make_nonlinear(const std::string& name) {
  const std::optional<Spec> spec = read_spec(name);
  if (!spec) return {};
  for (const nonlinear::Family& family : all_families()) {
    if (spec->family != family.name) continue;
    nonlinear::Made problem = family.make(*spec);
    if (problem) problem->name = name;
    return problem;
  }
  return {};
}

}  // namespace nsds::test
