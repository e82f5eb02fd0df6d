#include "conversion/given.hpp"

#include <cstdint>
#include <limits>

#include "core/call_checks.hpp"
#include "linalg/friction_coefficients.hpp"
#include "linalg/linalg.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::conversion {
namespace {

bool check_present(const char* name, const void* values, std::int32_t n, const Sentence& sentence) {
  if (n == 0 || values != nullptr) return true;
  sentence.write("problem.{} is null.", name);
  return false;
}

// A is (rows x cols) with entries. Null only where it has no rows and may be.
nsds_status check_matrix(const char* name, const nsds_matrix* A, std::int32_t rows, std::int32_t cols,
                         const Sentence& sentence) {
  char fault[200];
  if (A == nullptr) {
    sentence.write("problem.{} is null.", name);
  } else if (A->rows != rows || A->cols != cols) {
    sentence.write("problem.{} is {} x {}, it must be {} x {}.", name, A->rows, A->cols, rows, cols);
  } else if (!well_formed(*A, {fault, sizeof fault})) {
    sentence.write("problem.{}: {}", name, fault);
  } else if (A->storage == NSDS_OPERATOR) {
    sentence.write("problem.{} is an operator, its entries are needed; convert it to dense or CSC.", name);
    return NSDS_NOT_APPLICABLE;
  } else {
    return NSDS_OK;
  }
  return NSDS_INVALID_ARGUMENT;
}

bool check_size(const char* name, std::int32_t size, const Sentence& sentence) {
  if (size < 0) sentence.write("problem.{} is {}, it must be at least 0.", name, size);
  return size >= 0;
}

template <class Problem>
bool check_struct_of(const Problem* problem, const char* initialiser, const Sentence& sentence) {
  if (problem != nullptr)
    return check_struct_size("problem", initialiser, problem->struct_size, sizeof(Problem), sentence) &&
           check_size("size", problem->size, sentence);
  sentence.write("problem is null.");
  return false;
}

// This is what lcp.h, mlcp.h and relay.h have in common.
template <class Problem>
nsds_status check_map(const Problem* problem, const char* initialiser, const Sentence& sentence) {
  if (!check_struct_of(problem, initialiser, sentence)) return NSDS_INVALID_ARGUMENT;
  const nsds_status status = check_matrix("M", problem->M, problem->size, problem->size, sentence);
  if (status != NSDS_OK) return status;
  return check_vector("q", problem->q, problem->size, sentence) ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

}  // namespace

nsds_status check_given(const nsds_lcp* problem, const Sentence& sentence) {
  return check_map(problem, "nsds_lcp_init", sentence);
}

nsds_status check_given(const nsds_mlcp* problem, const Sentence& sentence) {
  const nsds_status status = check_map(problem, "nsds_mlcp_init", sentence);
  if (status != NSDS_OK) return status;
  if (!check_present("complementary", problem->complementary, problem->size, sentence))
    return NSDS_INVALID_ARGUMENT;
  for (std::int32_t i = 0; i < problem->size; ++i) {
    if (problem->complementary[i] <= 1) continue;
    sentence.write("problem.complementary[{}] is {}, it must be 0 or 1.", i, problem->complementary[i]);
    return NSDS_INVALID_ARGUMENT;
  }
  return NSDS_OK;
}

nsds_status check_given(const nsds_relay* problem, const Sentence& sentence) {
  const nsds_status status = check_map(problem, "nsds_relay_init", sentence);
  if (status != NSDS_OK) return status;
  const bool fit = check_present("lower", problem->lower, problem->size, sentence) &&
                   check_present("upper", problem->upper, problem->size, sentence) &&
                   check_bounds(problem->size, problem->lower, problem->upper, sentence);
  return fit ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

nsds_status check_given(const nsds_qp* problem, const Sentence& sentence) {
  if (!check_struct_of(problem, "nsds_qp_init", sentence) ||
      !check_size("inequalities", problem->inequalities, sentence) ||
      !check_size("equalities", problem->equalities, sentence))
    return NSDS_INVALID_ARGUMENT;
  const std::int32_t n = problem->size;
  nsds_status status = check_matrix("Q", problem->Q, n, n, sentence);
  if (status == NSDS_OK && (problem->A != nullptr || problem->inequalities > 0))
    status = check_matrix("A", problem->A, problem->inequalities, n, sentence);
  if (status == NSDS_OK && (problem->C != nullptr || problem->equalities > 0))
    status = check_matrix("C", problem->C, problem->equalities, n, sentence);
  if (status != NSDS_OK) return status;
  const bool fit = check_vector("p", problem->p, n, sentence) &&
                   check_vector("b", problem->b, problem->inequalities, sentence) &&
                   check_vector("d", problem->d, problem->equalities, sentence) &&
                   check_bounds(n, problem->lower, problem->upper, sentence);
  return fit ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

nsds_status check_given(const nsds_friction_contact* problem, const Sentence& sentence) {
  if (problem == nullptr) {
    sentence.write("problem is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  if (!check_struct_size("problem", "nsds_friction_contact_init", problem->struct_size,
                         sizeof(nsds_friction_contact), sentence))
    return NSDS_INVALID_ARGUMENT;
  const std::int32_t d = problem->dimension;
  if (d != 2 && d != 3) {
    sentence.write("problem.dimension is {}, it must be 2 or 3.", d);
    return NSDS_INVALID_ARGUMENT;
  }
  if (problem->contacts < 0 || problem->contacts > std::numeric_limits<std::int32_t>::max() / d) {
    sentence.write("problem.contacts is {}, it must be between 0 and {}.", problem->contacts,
                   std::numeric_limits<std::int32_t>::max() / d);
    return NSDS_INVALID_ARGUMENT;
  }
  const std::int32_t size = d * problem->contacts;
  const nsds_status status = check_matrix("W", problem->W, size, size, sentence);
  if (status != NSDS_OK) return status;
  const bool fit = check_vector("q", problem->q, size, sentence) &&
                   check_friction(problem->mu, problem->contacts, sentence);
  return fit ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

}  // namespace nsds::numerics::conversion
