// The long hearing: truth CLASS SOLVER FIRST COUNT [TIME LIMIT], a line for each false ok, and what was said of how many. Classes of
// contacts have a line for each of their laws and dimensions.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "nsds/numerics/registry.h"
#include "truth/cones/cone_hearing.hpp"
#include "truth/contact_hearing.hpp"
#include "truth/convex/convex_hearing.hpp"
#include "truth/hearing.hpp"
#include "truth/inequalities/inequality_hearing.hpp"
#include "truth/mixed/mixed_hearing.hpp"

namespace nsds::test {
namespace {

struct Asked {
  std::string problem_class, solver;  // or "all"
  std::uint64_t first, many;
  double limit;
};

bool is_among(const std::string& asked, const std::string& name) {
  return asked == "all" || asked == name;
}

// hear_one(seed, solver, tally). Returns whether nothing was false.
template <class HearOne>
bool hear_solvers(const Asked& asked, nsds_class problem_class, const std::string& name, HearOne&& hear_one) {
  bool clean = true;
  for (std::int32_t k = 0; k < nsds_solver_count(problem_class); ++k) {
    const std::string solver = nsds_solver_at(problem_class, k)->name;
    if (!is_among(asked.solver, solver)) continue;
    Tally tally;
    for (std::uint64_t seed = asked.first; seed < asked.first + asked.many; ++seed)
      hear_one(seed, solver, tally);
    for (const std::string& what : tally.false_ok) std::printf("%s\n", what.c_str());
    std::printf("%-14s %-24s problems %lld, refused %lld, ok %lld, false ok %zu\n", name.c_str(),
                solver.c_str(), static_cast<long long>(tally.problems), static_cast<long long>(tally.refused),
                static_cast<long long>(tally.ok), tally.false_ok.size());
    std::fflush(stdout);
    clean = clean && tally.false_ok.empty();
  }
  return clean;
}

bool hear_all(const Asked& asked) {
  bool clean = true;
  for (const nsds_class problem_class : odd_classes()) {
    const std::string name = nsds_class_name(problem_class);
    if (!is_among(asked.problem_class, name)) continue;
    clean &= hear_solvers(asked, problem_class, name,
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear(problem_class, seed, solver, asked.limit, tally);
                          });
  }
  if (const char* const cones = nsds_class_name(NSDS_CLASS_SOCLCP); is_among(asked.problem_class, cones))
    clean &= hear_solvers(asked, NSDS_CLASS_SOCLCP, cones,
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear_cones(seed, solver, asked.limit, tally);
                          });
  if (const char* const programs = nsds_class_name(NSDS_CLASS_CONVEX_QP);
      is_among(asked.problem_class, programs))
    clean &= hear_solvers(asked, NSDS_CLASS_CONVEX_QP, programs,
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear_convex(seed, solver, asked.limit, tally);
                          });
  for (const InequalityKind kind :
       {InequalityKind::box, InequalityKind::polyhedron, InequalityKind::cones, InequalityKind::projector,
        InequalityKind::equation, InequalityKind::moving}) {
    const std::string name = nsds_class_name(class_of(kind));
    if (!is_among(asked.problem_class, name)) continue;
    clean &= hear_solvers(asked, class_of(kind), name + " " + std::to_string(static_cast<int>(kind)),
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear_inequality(kind, seed, solver, asked.limit, tally);
                          });
  }
  for (const ContactKind& kind : contact_kinds()) {
    if (!is_among(asked.problem_class, nsds_class_name(kind.problem_class)) &&
        asked.problem_class != kind.name)
      continue;
    clean &= hear_solvers(asked, kind.problem_class, kind.name,
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear_contact(kind, seed, solver, asked.limit, tally);
                          });
  }
  for (const MixedKind& kind : mixed_kinds()) {
    if (!is_among(asked.problem_class, nsds_class_name(kind.problem_class)) &&
        asked.problem_class != kind.name)
      continue;
    clean &= hear_solvers(asked, kind.problem_class, kind.name,
                          [&](std::uint64_t seed, const std::string& solver, Tally& tally) {
                            hear_mixed(kind, seed, solver, asked.limit, tally);
                          });
  }
  return clean;
}

}  // namespace
}  // namespace nsds::test

int main(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr, "usage: truth CLASS|all SOLVER|all FIRST COUNT [SECONDS A SOLVE]\n");
    return 2;
  }
  const nsds::test::Asked asked{words[1], words[2], std::strtoull(words[3], nullptr, 10),
                                std::strtoull(words[4], nullptr, 10),
                                count > 5 ? std::strtod(words[5], nullptr) : 0.0};
  return nsds::test::hear_all(asked) ? 0 : 1;
}
