#include <array>
#include <cstring>
#include <limits>

#include "box/registry.hpp"
#include "convex_qp/registry.hpp"
#include "core/numbers.hpp"
#include "core/registry.hpp"
#include "friction/registry.hpp"
#include "generic_mechanical/registry.hpp"
#include "global_friction/registry.hpp"
#include "lcp/registry.hpp"
#include "mcp/registry.hpp"
#include "polyhedron/registry.hpp"
#include "registry/generalized_equation_solvers.hpp"
#include "registry/nlp_solvers.hpp"
#include "registry/qvi_solvers.hpp"
#include "soclcp/registry.hpp"
#include "vi/registry.hpp"

namespace nsds::numerics {
namespace {

struct ClassRow {
  const char* name;
  std::int32_t (*count)() noexcept;
  const nsds_solver_info* (*at)(std::int32_t index) noexcept;
};

// Counts the solvers of a class whose rows a function hands out.
template <auto solvers>
std::int32_t count_of() noexcept {
  return static_cast<std::int32_t>(solvers().size());
}

template <auto solvers>
const nsds_solver_info* info_of(std::int32_t index) noexcept {
  return &solvers()[static_cast<std::size_t>(index)].info;
}

// Count and give the solvers of a class whose functions are in the library of general problems.
template <const auto& descriptions>
std::int32_t count_in() noexcept {
  return static_cast<std::int32_t>(descriptions.size());
}

template <const auto& descriptions>
const nsds_solver_info* info_in(std::int32_t index) noexcept {
  return &descriptions[static_cast<std::size_t>(index)];
}

// Every problem class, in the order of nsds_class.
constexpr std::array class_table{
    ClassRow{"lcp", count_of<lcp::solvers>, info_of<lcp::solvers>},
    ClassRow{"mlcp", count_of<box::solvers>, info_of<box::solvers>},
    ClassRow{"relay", count_of<box::solvers>, info_of<box::solvers>},
    ClassRow{"qp", count_of<polyhedron::qp_solvers>, info_of<polyhedron::qp_solvers>},
    ClassRow{"avi", count_of<polyhedron::avi_solvers>, info_of<polyhedron::avi_solvers>},
    ClassRow{"equality", count_of<box::equality_solvers>, info_of<box::equality_solvers>},
    ClassRow{"convex_qp", count_of<convex_qp::solvers>, info_of<convex_qp::solvers>},
    ClassRow{"friction_contact", count_of<friction::solvers>, info_of<friction::solvers>},
    ClassRow{"global_friction_contact", count_of<global_friction::solvers>,
             info_of<global_friction::solvers>},
    ClassRow{"generic_mechanical", count_of<generic_mechanical::solvers>,
             info_of<generic_mechanical::solvers>},
    ClassRow{"mcp", count_of<mcp::solvers>, info_of<mcp::solvers>},
    ClassRow{"nlp", count_in<nlp::descriptions>, info_in<nlp::descriptions>},
    ClassRow{"vi", count_of<vi::solvers>, info_of<vi::solvers>},
    ClassRow{"generalized_equation", count_in<generalized_equation::descriptions>,
             info_in<generalized_equation::descriptions>},
    ClassRow{"qvi", count_in<qvi::descriptions>, info_in<qvi::descriptions>},
    ClassRow{"soclcp", count_of<soclcp::solvers>, info_of<soclcp::solvers>},
    ClassRow{"rolling_friction_contact", count_of<friction::rolling_solvers>,
             info_of<friction::rolling_solvers>},
    ClassRow{"global_rolling_friction_contact", count_of<global_friction::rolling_solvers>,
             info_of<global_friction::rolling_solvers>},
    ClassRow{"cone_plasticity", count_of<friction::plasticity_solvers>,
             info_of<friction::plasticity_solvers>},
};

constexpr double largest_count = 9007199254740992.0;  // 2^53: counts pass through double

constexpr const char* reuse_words[] = {"none", "structure", "values", nullptr};

constexpr std::array<nsds_option_info, 5> common_table{{
    {"tolerance", NSDS_OPTION_DOUBLE, default_tolerance, 0.0, std::numeric_limits<double>::max(), nullptr,
     nullptr, "1",
     "Bound on the residual of the class; a solve is ok only if the residual of what it returns is below."},
    {"max_iterations", NSDS_OPTION_INT, 0.0, 0.0, largest_count, nullptr, nullptr, "1",
     "Limit on sweeps, pivots or bases; 0 lets the solver choose from the size of the problem."},
    {"time_limit", NSDS_OPTION_DOUBLE, infinity, 0.0, infinity, nullptr, nullptr, "s",
     "Limit on the wall time of a solve."},
    {"warm_start", NSDS_OPTION_BOOL, 0.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: the unknowns hold a starting point; it is returned at once if it is a solution already."},
    {"reuse", NSDS_OPTION_CHOICE, 0.0, 0.0, 2.0, reuse_words[0], reuse_words, "1",
     "What of the matrix is unchanged since the last solve with the same workspace."},
}};

const ClassRow* row(nsds_class problem_class) noexcept {
  const auto index = static_cast<long>(problem_class);
  if (index < 0 || index >= static_cast<long>(class_table.size())) return nullptr;
  return &class_table[static_cast<std::size_t>(index)];
}

}  // namespace

std::span<const nsds_option_info> common_options() noexcept {
  return common_table;
}

std::int32_t solver_index(nsds_class problem_class, const char* name) noexcept {
  const ClassRow* found = row(problem_class);
  if (found == nullptr || name == nullptr) return -1;
  for (std::int32_t i = 0; i < found->count(); ++i)
    if (std::strcmp(found->at(i)->name, name) == 0) return i;
  return -1;
}

}  // namespace nsds::numerics

using namespace nsds::numerics;

int32_t nsds_class_count(void) {
  return static_cast<int32_t>(class_table.size());
}

const char* nsds_class_name(nsds_class problem_class) {
  const ClassRow* found = row(problem_class);
  return found == nullptr ? nullptr : found->name;
}

int32_t nsds_class_find(const char* name, nsds_class* problem_class) {
  if (name == nullptr) return 0;
  for (std::size_t i = 0; i < class_table.size(); ++i) {
    if (std::strcmp(class_table[i].name, name) != 0) continue;
    if (problem_class != nullptr) *problem_class = static_cast<nsds_class>(i);
    return 1;
  }
  return 0;
}

int32_t nsds_solver_count(nsds_class problem_class) {
  const ClassRow* found = row(problem_class);
  return found == nullptr ? 0 : found->count();
}

const nsds_solver_info* nsds_solver_at(nsds_class problem_class, int32_t index) {
  const ClassRow* found = row(problem_class);
  if (found == nullptr || index < 0 || index >= found->count()) return nullptr;
  return found->at(index);
}

const nsds_solver_info* nsds_solver_find(nsds_class problem_class, const char* name) {
  return nsds_solver_at(problem_class, solver_index(problem_class, name));
}

const char* nsds_option_type_name(nsds_option_type type) {
  switch (type) {
    case NSDS_OPTION_DOUBLE:
      return "double";
    case NSDS_OPTION_INT:
      return "int";
    case NSDS_OPTION_BOOL:
      return "bool";
    case NSDS_OPTION_CHOICE:
      return "choice";
  }
  return "unknown";
}

const nsds_option_info* nsds_option_find(const nsds_solver_info* solver, const char* name) {
  if (solver == nullptr || name == nullptr) return nullptr;
  for (const nsds_option_info& info : common_table)
    if (std::strcmp(info.name, name) == 0) return &info;
  for (int32_t i = 0; i < solver->option_count; ++i)
    if (std::strcmp(solver->options[i].name, name) == 0) return &solver->options[i];
  return nullptr;
}

int32_t nsds_common_option_count(void) {
  return static_cast<int32_t>(common_table.size());
}

const nsds_option_info* nsds_common_option_at(int32_t index) {
  if (index < 0 || index >= nsds_common_option_count()) return nullptr;
  return &common_table[static_cast<std::size_t>(index)];
}
