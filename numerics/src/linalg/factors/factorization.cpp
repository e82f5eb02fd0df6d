// This is the C interface of factor-and-solve: checks, and dispatch by kind and storage.
#include "nsds/numerics/factorization.h"

#include <algorithm>
#include <new>
#include <vector>

#include "core/guard.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/factors/factors.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

enum class Method { none, dense, klu, ldl };

const char* kind_name(nsds_factorization_kind kind) {
  switch (kind) {
    case NSDS_LU:
      return "LU";
    case NSDS_CHOLESKY:
      return "Cholesky";
    case NSDS_LDL:
      return "LDL";
  }
  return nullptr;
}

Method choose(nsds_factorization_kind kind, nsds_storage storage) {
  const bool sparse = storage == NSDS_CSC || storage == NSDS_BSR;
  if (storage == NSDS_DENSE && kind != NSDS_LDL) return Method::dense;
  if (sparse && kind == NSDS_LU) return Method::klu;
  if (sparse && kind == NSDS_LDL) return Method::ldl;
  return Method::none;
}

}  // namespace
}  // namespace nsds::numerics

struct nsds_factorization {
  nsds::numerics::Method method = nsds::numerics::Method::none;
  bool valid = false;  // factors are held
  std::int32_t n = 0;
  nsds_factorization_kind kind = NSDS_LU;
  nsds_storage storage = NSDS_DENSE;
  double delta = 0.0;
  nsds::numerics::DenseFactor dense;
  nsds::numerics::KluFactor klu;
  nsds::numerics::LdlFactor ldl;
  std::vector<double> given;  // right-hand sides, in case the solution is not finite

  bool factorise(const nsds_matrix& A, bool same_structure, const nsds::numerics::Sentence& sentence) {
    switch (method) {
      case nsds::numerics::Method::dense:
        return dense.factorise(A, kind == NSDS_CHOLESKY, sentence);
      case nsds::numerics::Method::klu:
        return klu.factorise(A, same_structure, sentence);
      case nsds::numerics::Method::ldl:
        return ldl.factorise(A, delta, same_structure, sentence);
      case nsds::numerics::Method::none:
        break;
    }
    return false;
  }

  void solve(double* B, std::int32_t columns, std::int32_t ldb) {
    switch (method) {
      case nsds::numerics::Method::dense:
        return dense.solve(B, columns, ldb);
      case nsds::numerics::Method::klu:
        return klu.solve(B, columns, ldb);
      case nsds::numerics::Method::ldl:
        return ldl.solve(B, columns, ldb);
      case nsds::numerics::Method::none:
        return;
    }
  }
};

namespace {

using namespace nsds::numerics;

nsds_status check(const nsds_factorization* factorization, const nsds_matrix* A, nsds_factorization_kind kind,
                  double delta, nsds_reuse reuse, const Sentence& sentence) {
  // Arguments that are wrong whatever A is come first.
  if (factorization == nullptr || A == nullptr) {
    sentence.write("{} is null.", factorization == nullptr ? "factorization" : "A");
    return NSDS_INVALID_ARGUMENT;
  }
  if (kind_name(kind) == nullptr) {
    sentence.write("kind is {}, which is none of nsds_factorization_kind.", static_cast<int>(kind));
    return NSDS_INVALID_ARGUMENT;
  }
  if (reuse < NSDS_REUSE_NONE || reuse > NSDS_REUSE_VALUES) {
    sentence.write("reuse is {}, which is none of nsds_reuse.", static_cast<int>(reuse));
    return NSDS_INVALID_ARGUMENT;
  }
  if (A->rows != A->cols) {
    sentence.write("A is {} x {}, it must be square.", A->rows, A->cols);
    return NSDS_INVALID_ARGUMENT;
  }
  if (kind == NSDS_LDL && !(delta >= 0.0 && delta <= std::numeric_limits<double>::max())) {
    sentence.write("delta is {}, it must be at least 0 and finite.", delta);
    return NSDS_INVALID_ARGUMENT;
  }
  // The arrays of A are read once its shape is known to be sound.
  char fault[200] = "";
  if (!well_formed(*A, {fault, sizeof fault})) {
    sentence.write("A: {}", fault);
    return NSDS_INVALID_ARGUMENT;
  }
  // A sound A may be in a storage that the kind does not take; a converted copy would do.
  if (choose(kind, A->storage) == Method::none) {
    sentence.write("{} takes {} storage; convert A.", kind_name(kind),
                   kind == NSDS_LU    ? "dense, CSC or BSR"
                   : kind == NSDS_LDL ? "CSC or BSR"
                                      : "dense");
    return NSDS_NOT_APPLICABLE;
  }
  return NSDS_OK;
}

nsds_status factorise(nsds_factorization& factorization, const nsds_matrix& A, nsds_factorization_kind kind,
                      double delta, nsds_reuse reuse, const Sentence& sentence) {
  const bool same_shape =
      factorization.n == A.rows && factorization.kind == kind && factorization.storage == A.storage;
  const bool held = factorization.valid && same_shape && factorization.delta == delta;
  if (reuse == NSDS_REUSE_VALUES && held) return NSDS_OK;
  factorization.valid = false;
  // A claim about a structure of another shape is no claim.
  const bool same_structure = reuse != NSDS_REUSE_NONE && same_shape && factorization.method != Method::none;
  factorization.method = choose(kind, A.storage);
  factorization.n = A.rows;
  factorization.kind = kind;
  factorization.storage = A.storage;
  factorization.delta = delta;
  factorization.valid = factorization.factorise(A, same_structure, sentence);
  return factorization.valid ? NSDS_OK : NSDS_SINGULAR;
}

nsds_status solve(nsds_factorization& factorization, double* B, std::int32_t columns, std::int32_t ldb) {
  const auto n = static_cast<std::size_t>(factorization.n);
  const auto column = [&](std::int32_t c) { return B + static_cast<std::ptrdiff_t>(c) * ldb; };
  factorization.given.resize(n * static_cast<std::size_t>(columns));
  for (std::int32_t c = 0; c < columns; ++c)
    std::copy_n(column(c), n, factorization.given.begin() + static_cast<std::ptrdiff_t>(n) * c);
  factorization.solve(B, columns, ldb);
  for (std::int32_t c = 0; c < columns; ++c) {
    if (first_not_finite(column(c), factorization.n) < 0) continue;
    for (std::int32_t back = 0; back < columns; ++back)
      std::copy_n(factorization.given.begin() + static_cast<std::ptrdiff_t>(n) * back, n, column(back));
    return NSDS_SINGULAR;
  }
  return NSDS_OK;
}

}  // namespace

namespace nsds::numerics {

nsds_status factorize_within(double most_operations, nsds_factorization& factorization, const nsds_matrix& A,
                             nsds_factorization_kind kind, double delta, nsds_reuse reuse) {
  factorization.klu.limit_operations(most_operations);
  factorization.ldl.limit_operations(most_operations);
  const nsds_status status = nsds_factorize(&factorization, &A, kind, delta, reuse, nullptr, 0);
  const bool too_costly = (factorization.method == Method::klu && factorization.klu.is_too_costly()) ||
                          (factorization.method == Method::ldl && factorization.ldl.is_too_costly());
  return status == NSDS_SINGULAR && too_costly ? NSDS_TIME_LIMIT : status;
}

double least_sparse_pivot(nsds_factorization& factorization) {
  return factorization.valid && factorization.method == Method::klu ? factorization.klu.least_pivot() : 1.0;
}

}  // namespace nsds::numerics

nsds_factorization* nsds_factorization_create(void) {
  nsds_factorization* fresh = nullptr;
  guarded([&] {
    fresh = new nsds_factorization;
    return NSDS_OK;
  });
  return fresh;
}

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_factorize(nsds_factorization* factorization, const nsds_matrix* A,
                           nsds_factorization_kind kind, double delta, nsds_reuse reuse, char* message,
                           size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const Sentence sentence{message, message_size};
  return guarded([&] {
    const nsds_status status = check(factorization, A, kind, delta, reuse, sentence);
    if (status != NSDS_OK) return status;
    return factorise(*factorization, *A, kind, kind == NSDS_LDL ? delta : 0.0, reuse, sentence);
  });
}

nsds_status nsds_factorization_solve(nsds_factorization* factorization, double* B, int32_t columns,
                                     int32_t ldb) {
  return guarded([&] {
    if (factorization == nullptr || !factorization->valid || columns < 0) return NSDS_INVALID_ARGUMENT;
    if (ldb < std::max<int32_t>(1, factorization->n)) return NSDS_INVALID_ARGUMENT;
    if (B == nullptr && factorization->n > 0 && columns > 0) return NSDS_INVALID_ARGUMENT;
    return solve(*factorization, B, columns, ldb);
  });
}

double nsds_factorization_rcond(nsds_factorization* factorization) {
  if (factorization == nullptr || !factorization->valid) return -1.0;
  if (factorization->method == Method::dense) return factorization->dense.rcond();
  if (factorization->method == Method::klu) return factorization->klu.rcond();
  return -1.0;
}

void nsds_factorization_free(nsds_factorization* factorization) {
  delete factorization;
}
