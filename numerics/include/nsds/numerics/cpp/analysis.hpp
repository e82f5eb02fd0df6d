// Tells the properties of a square matrix (definite, P, copositive), over analysis.h.
#pragma once

#include <string>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/analysis.h"
#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::numerics {

struct Definiteness {
  nsds_definiteness answer = NSDS_DEFINITENESS_UNDECIDED;
  Eigen::VectorXd witness;  // (n) v'Mv < 0, where answer says that there is such a v, else empty
  std::string message;      // what settled the answer
};

struct PMatrix {
  nsds_p_answer answer = NSDS_P_UNDECIDED;
  Eigen::Array<unsigned char, Eigen::Dynamic, 1> index_set;  // (n) where answer is NSDS_P_NO, else empty
  Eigen::VectorXd x;  // (n) x_i (M x)_i ≤ 0 for all i, where answer is NSDS_P_NO; else empty
  std::string message;
};

struct Copositivity {
  nsds_copositivity answer = NSDS_COPOSITIVITY_UNDECIDED;
  Eigen::VectorXd witness;  // (n) x ≥ 0, x'Mx < 0, where answer is NSDS_NOT_COPOSITIVE; else empty
  std::string message;
};

// All three throw Error where the call is refused. tolerance: in [0, 1), 0 for the least that rounding
// allows.
inline Definiteness definiteness(const nsds_matrix& M, double tolerance = 0.0) {
  Definiteness result;
  char message[256] = "";
  Eigen::VectorXd v = Eigen::VectorXd::Zero(M.rows > 0 ? M.rows : 0);
  detail::require(nsds_matrix_definiteness(&M, tolerance, &result.answer, v.data(), message, sizeof message),
                  message);
  result.message = message;
  if (result.answer == NSDS_INDEFINITE || result.answer == NSDS_NEGATIVE_DEFINITE ||
      result.answer == NSDS_NEGATIVE_SEMIDEFINITE)
    result.witness = v;
  return result;
}

inline PMatrix is_p(const nsds_matrix& M) {
  PMatrix result;
  char message[256] = "";
  const Eigen::Index n = M.rows > 0 ? M.rows : 0;
  result.index_set.setZero(n);
  result.x.setZero(n);
  detail::require(
      nsds_matrix_is_p(&M, &result.answer, result.index_set.data(), result.x.data(), message, sizeof message),
      message);
  result.message = message;
  if (result.answer == NSDS_P_NO) return result;
  result.index_set.resize(0);
  result.x.resize(0);
  return result;
}

inline Copositivity is_copositive(const nsds_matrix& M, double tolerance = 0.0) {
  Copositivity result;
  char message[256] = "";
  Eigen::VectorXd x = Eigen::VectorXd::Zero(M.rows > 0 ? M.rows : 0);
  detail::require(nsds_matrix_is_copositive(&M, tolerance, &result.answer, x.data(), message, sizeof message),
                  message);
  result.message = message;
  if (result.answer == NSDS_NOT_COPOSITIVE) result.witness = x;
  return result;
}

}  // namespace nsds::numerics
