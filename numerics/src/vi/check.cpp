#include "nonlinear/check.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "core/call_checks.hpp"
#include "linalg/linalg.hpp"
#include "linalg/matrix_claim.hpp"
#include "linalg/vector_checks.hpp"
#include "nonlinear/scalar_units.hpp"
#include "vi/cones.hpp"
#include "vi/problem.hpp"

namespace nsds::numerics::vi {
namespace {

const char* name_of(nsds_vi_set set) {
  switch (set) {
    case NSDS_VI_BOX:
      return "a box";
    case NSDS_VI_POLYHEDRON:
      return "a polyhedron";
    case NSDS_VI_CONES:
      return "cones";
    case NSDS_VI_PROJECTOR:
      return "a projector";
    case NSDS_VI_NO_SET:
      break;
  }
  return nullptr;
}

// The fields of one description are given while another one is the set.
bool check_others(const nsds_vi& given, const Sentence& sentence) {
  const bool has_bounds = given.set == NSDS_VI_BOX || given.set == NSDS_VI_POLYHEDRON;
  const struct {
    const char* name;
    bool is_given, belongs;
  } fields[] = {
      {"lower", given.lower != nullptr, has_bounds},
      {"upper", given.upper != nullptr, has_bounds},
      {"inequalities", given.inequalities != 0, given.set == NSDS_VI_POLYHEDRON},
      {"equalities", given.equalities != 0, given.set == NSDS_VI_POLYHEDRON},
      {"A", given.A != nullptr, given.set == NSDS_VI_POLYHEDRON},
      {"b", given.b != nullptr, given.set == NSDS_VI_POLYHEDRON},
      {"C", given.C != nullptr, given.set == NSDS_VI_POLYHEDRON},
      {"d", given.d != nullptr, given.set == NSDS_VI_POLYHEDRON},
      {"cone_count", given.cone_count != 0, given.set == NSDS_VI_CONES},
      {"cones", given.cones != nullptr, given.set == NSDS_VI_CONES},
      {"project", given.project != nullptr, given.set == NSDS_VI_PROJECTOR},
      {"user", given.user != nullptr, given.set == NSDS_VI_PROJECTOR},
  };
  const auto stray =
      std::ranges::find_if(fields, [](const auto& field) { return field.is_given && !field.belongs; });
  if (stray == std::end(fields)) return true;
  sentence.write("problem.{} is given, and problem.set says that K is {}, which has none.", stray->name,
                 name_of(given.set));
  return false;
}

struct GivenRows {
  const char *matrix_name, *vector_name, *count_name;
  std::int32_t count;
  const nsds_matrix* matrix;
  const double* vector;
};

bool check_rows(const GivenRows& rows, std::int32_t n, const Sentence& sentence) {
  if (rows.count < 0) {
    sentence.write("problem.{} is {}, it must be at least 0.", rows.count_name, rows.count);
    return false;
  }
  if (rows.count == 0 && rows.matrix == nullptr) return true;
  if (rows.matrix == nullptr) {
    sentence.write("problem.{} is null.", rows.matrix_name);
    return false;
  }
  if (rows.matrix->rows != rows.count || rows.matrix->cols != n) {
    sentence.write("problem.{} is {} x {}, it must be problem.{} x problem.size, {} x {}.", rows.matrix_name,
                   rows.matrix->rows, rows.matrix->cols, rows.count_name, rows.count, n);
    return false;
  }
  char fault[200] = "";
  if (!well_formed(*rows.matrix, {fault, sizeof fault})) {
    sentence.write("problem.{}: {}", rows.matrix_name, fault);
    return false;
  }
  return check_vector(rows.vector_name, rows.vector, rows.count, sentence);
}

bool check_polyhedron(const nsds_vi& given, const Sentence& sentence) {
  const std::int64_t rows = std::int64_t{given.size} + given.inequalities + given.equalities;
  if (!check_rows({"A", "b", "inequalities", given.inequalities, given.A, given.b}, given.size, sentence) ||
      !check_rows({"C", "d", "equalities", given.equalities, given.C, given.d}, given.size, sentence) ||
      !check_bounds(given.size, given.lower, given.upper, sentence))
    return false;
  if (rows <= std::numeric_limits<std::int32_t>::max()) return true;
  sentence.write("problem has {} unknowns and multipliers, more than 32 bits hold.", rows);
  return false;
}

bool check_set(const nsds_vi& given, const Sentence& sentence) {
  switch (given.set) {
    case NSDS_VI_BOX:
      return check_bounds(given.size, given.lower, given.upper, sentence);
    case NSDS_VI_POLYHEDRON:
      return check_polyhedron(given, sentence);
    case NSDS_VI_CONES:
      return check_cones({given.cone_count, given.cones, given.size}, sentence);
    case NSDS_VI_PROJECTOR:
    case NSDS_VI_NO_SET:
      break;
  }
  if (given.project != nullptr) return true;
  sentence.write("problem.project is null.");
  return false;
}

}  // namespace

nsds_status check(const nsds_vi* problem, const Sentence& sentence) {
  if (!check_struct(problem, "nsds_vi_init", sentence)) return NSDS_INVALID_ARGUMENT;
  const nsds_vi& given = *problem;
  if (name_of(given.set) == nullptr) {
    sentence.write("problem.set is {}, it must say what K is: a box, a polyhedron, cones or a projector.",
                   static_cast<int>(given.set));
    return NSDS_INVALID_ARGUMENT;
  }
  if (!nonlinear::check_map(given.F, given.size, sentence) || !check_others(given, sentence) ||
      !check_set(given, sentence) || !nonlinear::check_scalar_unit("scale_z", given.scale_z, sentence) ||
      !nonlinear::check_scalar_unit("scale_w", given.scale_w, sentence))
    return NSDS_INVALID_ARGUMENT;
  const NamedMatrix matrices[] = {{"problem.A", given.A}, {"problem.C", given.C}};
  return check_entries(matrices, sentence) ? NSDS_OK : NSDS_NOT_APPLICABLE;
}

}  // namespace nsds::numerics::vi
