#include "benchmarks/regret/causes.hpp"

#include <array>

namespace nsds::bench {
namespace {

struct Cause {
  nsds_class problem_class;
  std::string_view prefix;  // of the names of problems
  std::string_view text;
};

constexpr std::array<Cause, 0> causes{};

}  // namespace

std::string_view cause_of(nsds_class problem_class, std::string_view problem) {
  for (const Cause& cause : causes)
    if (cause.problem_class == problem_class && problem.starts_with(cause.prefix)) return cause.text;
  return {};
}

}  // namespace nsds::bench
