#include "benchmarks/friction/selection.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <unordered_map>

#include "nsds/numerics/registry.h"

namespace nsds::bench {
namespace {

constexpr std::array<const char*, 6> group_order = {"files", "small",       "medium",
                                                    "large", "uncertified", "variants"};

template <class Name>
std::vector<std::string> names_in(const Records& records, std::vector<std::string> in_order, Name&& name) {
  std::vector<std::string> found;
  std::set<std::string> occur;
  for (const Record* record : records) {
    const std::string& here = name(*record);
    if (!occur.insert(here).second) continue;
    if (std::find(in_order.begin(), in_order.end(), here) == in_order.end()) in_order.push_back(here);
  }
  for (const std::string& each : in_order)
    if (occur.contains(each)) found.push_back(each);
  return found;
}

}  // namespace

Records last_of_each(const std::vector<Record>& records) {
  Records found;
  std::unordered_map<std::string, std::size_t> place;
  for (const Record& record : records) {
    const auto [there, is_new] = place.try_emplace(key_of(record), found.size());
    if (is_new) {
      found.push_back(&record);
    } else {
      found[there->second] = &record;
    }
  }
  const auto rank = [](const Record* record) {
    return std::find(group_order.begin(), group_order.end(), record->group) - group_order.begin();
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const Record* a, const Record* b) { return rank(a) < rank(b); });
  return found;
}

Records of_class(const Records& records, const std::string& problem_class) {
  return where(records, [&](const Record& record) { return record.problem_class == problem_class; });
}

Records of_group(const Records& records, const std::string& group) {
  return where(records, [&](const Record& record) { return record.group == group; });
}

Records of_solver(const Records& records, const std::string& solver) {
  return where(records, [&](const Record& record) { return record.solver == solver; });
}

Records at_tolerance(const Records& records, double tolerance) {
  return where(records, [&](const Record& record) { return record.tolerance == tolerance; });
}

Records of_study(const Records& records) {
  return where(records, [](const Record& record) {
    return record.group != "variants" && record.group != "uncertified";
  });
}

std::vector<std::string> classes_in(const Records& records) {
  return names_in(records, {"friction_contact", "global_friction_contact"},
                  [](const Record& record) -> const std::string& { return record.problem_class; });
}

std::vector<std::string> groups_in(const Records& records) {
  return names_in(records, {group_order.begin(), group_order.end()},
                  [](const Record& record) -> const std::string& { return record.group; });
}

std::vector<std::string> families_in(const Records& records) {
  return names_in(records, {}, [](const Record& record) -> const std::string& { return record.family; });
}

std::vector<std::string> solvers_in(const Records& records, const std::string& problem_class) {
  std::vector<std::string> registered;
  nsds_class found{};
  if (nsds_class_find(problem_class.c_str(), &found) != 0)
    for (int s = 0; s < nsds_solver_count(found); ++s)
      registered.emplace_back(nsds_solver_at(found, s)->name);
  return names_in(of_class(records, problem_class), registered,
                  [](const Record& record) -> const std::string& { return record.solver; });
}

std::vector<double> tolerances_in(const Records& records) {
  std::set<double, std::greater<>> found;
  for (const Record* record : records) found.insert(record->tolerance);
  return {found.begin(), found.end()};
}

std::string tolerance_text(double tolerance) {
  for (int exponent = 1; exponent <= 16; ++exponent) {
    std::string text = "1e-" + std::to_string(exponent);
    if (std::stod(text) == tolerance) return text;
  }
  return fmt::format("{}", tolerance);
}

}  // namespace nsds::bench
