// The long hearing: truth CLASS SOLVER FIRST COUNT [TIME LIMIT], a line for each false ok, and what was said of how many.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "nsds/numerics/registry.h"
#include "truth/hearing.hpp"

int main(int count, char** words) {
  using namespace nsds;
  if (count < 5) {
    std::fprintf(stderr, "usage: truth CLASS|all SOLVER|all FIRST COUNT [SECONDS A SOLVE]\n");
    return 2;
  }
  const std::string only_class = words[1], only_solver = words[2];
  const std::uint64_t first = std::strtoull(words[3], nullptr, 10),
                      many = std::strtoull(words[4], nullptr, 10);
  const double limit = count > 5 ? std::strtod(words[5], nullptr) : 0.0;
  bool clean = true;
  for (const nsds_class problem_class : test::odd_classes()) {
    const std::string name = nsds_class_name(problem_class);
    if (only_class != "all" && only_class != name) continue;
    for (std::int32_t k = 0; k < nsds_solver_count(problem_class); ++k) {
      const std::string solver = nsds_solver_at(problem_class, k)->name;
      if (only_solver != "all" && only_solver != solver) continue;
      test::Tally tally;
      for (std::uint64_t seed = first; seed < first + many; ++seed)
        test::hear(problem_class, seed, solver, limit, tally);
      for (const std::string& what : tally.false_ok) std::printf("%s\n", what.c_str());
      std::printf("%-9s %-24s problems %lld, refused %lld, ok %lld, false ok %zu\n", name.c_str(),
                  solver.c_str(), static_cast<long long>(tally.problems),
                  static_cast<long long>(tally.refused), static_cast<long long>(tally.ok),
                  tally.false_ok.size());
      std::fflush(stdout);
      clean = clean && tally.false_ok.empty();
    }
  }
  return clean ? 0 : 1;
}
