#include "monotone/given_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense_loops.hpp"
#include "linalg/linalg.hpp"
#include "linalg/norms.hpp"

namespace nsds::numerics::monotone {
namespace {

// What a projector that iterates may be wrong by, relative to its argument and value.
constexpr double inexact = 1e-6;

}  // namespace

const char* OperatorName::write(std::span<char> text) const {
  const Sentence sentence{text.data(), text.size()};
  if (block < 0) {
    sentence.write("problem.{}", field);
  } else {
    sentence.write("problem.cones[{}].{}", block, field);
  }
  return text.data();
}

void OperatorFailed::describe(const Sentence& sentence) const {
  char text[64];
  const char* const who = name.write(text);
  switch (how) {
    case How::code:
      return sentence.write("{} returned {}, which stands for failure.", who, code);
    case How::threw:
      return sentence.write("{} has thrown an exception.", who);
    case How::not_finite:
      return sentence.write("{} left entry {} {}; it has to write a finite number.", who, row, value);
    case How::expands:
      return sentence.write("{} expands: two values are {:.3g} times as far apart as their arguments.", who,
                            value);
    case How::moves:
      return sentence.write("{} is not idempotent: it moves one of its own values by {:.3g}.", who, value);
  }
}

void GivenOperator::forget_entries(std::span<double> out) {
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
}

void GivenOperator::judge(int code, double rho, std::span<const double> x, std::span<const double> out) {
  if (code != 0) throw OperatorFailed{name_, OperatorFailed::How::code, code};
  const std::int32_t bad = first_not_finite(out.data(), static_cast<std::int32_t>(out.size()));
  if (bad >= 0)
    throw OperatorFailed{name_, OperatorFailed::How::not_finite, 0, bad, out[static_cast<std::size_t>(bad)]};
  if (last_rho_ == rho) {
    const double moved = euclidean_distance(x, last_x_), value_moved = euclidean_distance(out, last_);
    const auto slack = [&] { return inexact * (norm_2(x) + norm_2(out) + norm_2(last_)); };
    if (value_moved > moved && value_moved > moved + slack())
      throw OperatorFailed{name_, OperatorFailed::How::expands, 0, -1, value_moved / moved};
  }
  last_rho_ = rho;
  std::copy(x.begin(), x.end(), last_x_.begin());
  std::copy(out.begin(), out.end(), last_.begin());
}

void GivenOperator::compare(std::span<const double> projection, std::span<const double> again) const {
  const double moved = euclidean_distance(projection, again);
  if (moved > inexact * norm_2(projection))
    throw OperatorFailed{name_, OperatorFailed::How::moves, 0, -1, moved};
}

}  // namespace nsds::numerics::monotone
