#include "linalg/vector_checks.hpp"

#include "core/numbers.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

bool check_there(const char* name, const double* x, std::int32_t n, const Sentence& sentence) {
  if (n == 0 || x != nullptr) return true;
  sentence.write("{} is null.", name);
  return false;
}

}  // namespace

bool check_finite(const char* name, const double* x, std::int32_t n, const Sentence& sentence) {
  if (!check_there(name, x, n, sentence)) return false;
  const std::int32_t bad = first_not_finite(x, n);
  if (bad < 0) return true;
  sentence.write("{}[{}] is {}.", name, bad, x[bad]);
  return false;
}

bool check_vector(const char* name, const double* x, std::int32_t n, const Sentence& sentence) {
  if (n > 0 && x == nullptr) {
    sentence.write("problem.{} is null.", name);
    return false;
  }
  const std::int32_t bad = first_not_finite(x, n);
  if (bad < 0) return true;
  sentence.write("problem.{}[{}] is {}.", name, bad, x[bad]);
  return false;
}

bool check_unknown(const char* name, const double* x, std::int32_t n, bool is_read,
                   const Sentence& sentence) {
  return is_read ? check_finite(name, x, n, sentence) : check_there(name, x, n, sentence);
}

bool check_apart(std::initializer_list<Output> outputs, const Sentence& sentence) {
  for (const Output* b = outputs.begin(); b != outputs.end(); ++b)
    for (const Output* a = outputs.begin(); a != b; ++a) {
      if (!share_memory(*a, *b)) continue;
      sentence.write("{} and {} {}; each needs one of its own.", a->name, b->name,
                     a->at == b->at ? "are the same array" : "are arrays that overlap");
      return false;
    }
  return true;
}

bool check_floor(const double* floor, std::int32_t n, const Sentence& sentence) {
  for (std::int32_t i = 0; i < (floor == nullptr ? 0 : n); ++i) {
    if (floor[i] >= 0.0 && floor[i] < infinity) continue;
    sentence.write("problem.floor[{}] is {}, it must be a number of at least 0.", i, floor[i]);
    return false;
  }
  return true;
}

bool check_bounds(std::int32_t n, const double* lower, const double* upper, const Sentence& sentence) {
  for (std::int32_t i = 0; i < n; ++i) {
    const double low = lower == nullptr ? -infinity : lower[i];
    const double high = upper == nullptr ? infinity : upper[i];
    if (!(low < infinity)) {
      sentence.write("problem.lower[{}] is {}.", i, low);
      return false;
    }
    if (!(high > -infinity)) {
      sentence.write("problem.upper[{}] is {}.", i, high);
      return false;
    }
    if (low <= high) continue;
    sentence.write("problem.lower[{}] is {}, above upper[{}], {}.", i, low, i, high);
    return false;
  }
  return true;
}

}  // namespace nsds::numerics
