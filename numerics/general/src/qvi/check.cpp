#include "qvi/check.hpp"

#include <limits>

#include "core/call_checks.hpp"
#include "nonlinear/check.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::qvi {
namespace {

// What moves K: nothing, or a map. A Jacobian or a pattern without its map has been put in the wrong place.
bool check_shift(const nsds_qvi& given, const Sentence& sentence) {
  const nsds_map& c = given.c;
  if (c.evaluate == nullptr && (c.jacobian != nullptr || c.column_starts != nullptr)) {
    sentence.write("problem.c.evaluate is null, and problem.c.{} is not.",
                   c.jacobian != nullptr ? "jacobian" : "column_starts");
    return false;
  }
  return nonlinear::check_pattern("problem.c", {given.size, given.size, c.column_starts, c.row_indices},
                                  sentence);
}

// g and its Jacobians are there where there are rows, and nowhere else.
bool check_functions(const nsds_qvi& given, const Sentence& sentence) {
  if (given.rows < 0) {
    sentence.write("problem.rows is {}, it must be at least 0.", given.rows);
    return false;
  }
  const struct {
    const char* name;
    nsds_qvi_function function;
    bool is_required;
  } functions[] = {{"g", given.g, true},
                   {"g_by_y.evaluate", given.g_by_y.evaluate, true},
                   {"g_by_z.evaluate", given.g_by_z.evaluate, false}};
  for (const auto& [name, function, is_required] : functions) {
    if (given.rows == 0 ? function == nullptr : function != nullptr || !is_required) continue;
    sentence.write("problem.{} is {}, and problem.rows is {}.", name, function == nullptr ? "null" : "given",
                   given.rows);
    return false;
  }
  if (given.g_is_affine == 0 || given.g_is_affine == 1) return true;
  sentence.write("problem.g_is_affine is {}, it must be 0 or 1.", given.g_is_affine);
  return false;
}

bool check_g(const nsds_qvi& given, const Sentence& sentence) {
  if (!check_functions(given, sentence)) return false;
  const nsds_qvi_jacobian &y = given.g_by_y, &z = given.g_by_z;
  return nonlinear::check_pattern("problem.g_by_y", {given.rows, given.size, y.column_starts, y.row_indices},
                                  sentence) &&
         nonlinear::check_pattern("problem.g_by_z", {given.rows, given.size, z.column_starts, z.row_indices},
                                  sentence) &&
         nonlinear::check_units("scale_g", given.scale_g, given.rows, sentence);
}

// The conditions have z twice where K moves.
bool check_size_of_conditions(const nsds_qvi& given, const Sentence& sentence) {
  const std::int64_t unknowns =
      2 * std::int64_t{given.size} + given.rows + given.inequalities + given.equalities;
  if (unknowns <= std::numeric_limits<std::int32_t>::max()) return true;
  sentence.write("problem has conditions with {} unknowns, more than 32 bits hold.", unknowns);
  return false;
}

}  // namespace

nsds_vi inequality_over_K(const nsds_qvi& given) {
  nsds_vi K;
  nsds_vi_init(&K);
  K.size = given.size;
  K.F = given.F;
  K.set = given.set;
  K.lower = given.lower;
  K.upper = given.upper;
  K.inequalities = given.inequalities;
  K.equalities = given.equalities;
  K.A = given.A;
  K.b = given.b;
  K.C = given.C;
  K.d = given.d;
  K.cone_count = given.cone_count;
  K.cones = given.cones;
  K.project = given.project;
  K.user = given.user;
  K.scale_z = given.scale_z;
  K.scale_w = given.scale_w;
  return K;
}

nsds_status check(const nsds_qvi* problem, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_qvi_init", sentence)) return NSDS_INVALID_ARGUMENT;
  const nsds_vi K = inequality_over_K(*problem);
  const nsds_status status = vi::check(&K, sentence);
  if (status == NSDS_INVALID_ARGUMENT) return status;
  const bool passes = check_shift(*problem, sentence) && check_g(*problem, sentence) &&
                      check_size_of_conditions(*problem, sentence);
  return passes ? status : NSDS_INVALID_ARGUMENT;
}

}  // namespace nsds::numerics::qvi
