// A projector or a resolvent of the user: called behind a wall, and watched.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics::monotone {

// Where an operator stands in the problem: problem.project, problem.cones[3].project.
struct OperatorName {
  const char* field;
  std::int32_t block = -1;  // of problem.cones

  // Writes "problem.FIELD" or "problem.cones[BLOCK].FIELD" into the text.
  const char* write(std::span<char> text) const;
};

// Thrown where an operator of the user fails or breaks its contract, and caught by the driver: the problem is invalid.
struct NSDS_NUMERICS_API OperatorFailed {
  enum class How { code, threw, not_finite, expands, moves };

  OperatorName name;
  How how = How::code;
  int code = 0;           // what it returned
  std::int32_t row = -1;  // of an entry that is not finite
  double value = 0.0;     // that entry; the factor by which distances grow; how far a projection is moved

  void describe(const Sentence& sentence) const;
};

// Remembers one pair of argument and value, with which the next one is compared. Lengths are in the units of the caller.
class NSDS_NUMERICS_API GivenOperator {
 public:
  GivenOperator() = default;
  GivenOperator(OperatorName name, std::size_t size, Arena& arena)
      : name_(name),
        x_(arena.take<double>(size)),
        last_x_(arena.take<double>(size)),
        last_(arena.take<double>(size)) {}

  // call(x, out): the function of the user. x: (n), finite; out: (n). rho: values for different rho are not compared.
  template <class Call>
  void operator()(const Call& call, double rho, std::span<const double> x, std::span<double> out) {
    forget_entries(out);
    int code = 0;
    try {
      code = call(x.data(), out.data());
    } catch (...) {
      throw OperatorFailed{name_, OperatorFailed::How::threw};
    }
    judge(code, rho, x, out);
  }

  // A place for an argument in the units of the caller.
  std::span<double> argument() { return x_; }

  // Throws unless P(projection) is the projection itself.
  template <class Call>
  void require_idempotent(const Call& call, std::span<const double> projection, std::span<double> again) {
    (*this)(call, 1.0, projection, again);
    compare(projection, again);
  }

 private:
  static void forget_entries(std::span<double> out);
  void judge(int code, double rho, std::span<const double> x, std::span<const double> out);
  void compare(std::span<const double> projection, std::span<const double> again) const;

  OperatorName name_{};
  std::span<double> x_, last_x_, last_;
  double last_rho_ = 0.0;  // 0: there is none
};

}  // namespace nsds::numerics::monotone
