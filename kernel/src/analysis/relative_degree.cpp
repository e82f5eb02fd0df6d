#include "nsds/kernel/analysis/relative_degree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lapack.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();

/// A singular value may be rounding or not up to this many times the bound on rounding. A guess: 1e2 and 1e4 made no
/// difference to chains of integrators with random coordinates.
constexpr double doubtful = 1e3;

/// Factors that bring the largest entry of each row and column of sizes ≥ 0 near to 1.
struct Scales {
  explicit Scales(const Matrix& sizes)
      : rows(Vector::Ones(sizes.rows())), columns(Vector::Ones(sizes.cols())) {
    constexpr int sweeps = 6;  // each takes the root of what is left, 2^-6 of the exponent of range
    for (int k = 0; k < sweeps; ++k) {
      const Matrix scaled = rows.asDiagonal() * sizes * columns.asDiagonal();
      for (Index i = 0; i < rows.size(); ++i) rows[i] *= rootOf(scaled.row(i).maxCoeff());
      for (Index j = 0; j < columns.size(); ++j) columns[j] *= rootOf(scaled.col(j).maxCoeff());
    }
  }
  static double rootOf(double largest) { return largest > 0.0 ? 1.0 / std::sqrt(largest) : 1.0; }

  Vector rows;
  Vector columns;
};

/// sizes: what the terms add up to that made the value, by `roundings` roundings each.
void findRank(MarkovParameter& parameter, const Matrix& sizes, double roundings) {
  const Scales scales(sizes);
  const Matrix scaled = scales.rows.asDiagonal() * parameter.value * scales.columns.asDiagonal();
  const Matrix terms = scales.rows.asDiagonal() * sizes * scales.columns.asDiagonal();
  const double bound = roundings * unit * terms.norm();
  const Vector singular = singularValues(scaled);
  parameter.rank = (singular.array() > bound).count();
  parameter.certain = !(singular.array() > bound && singular.array() < doubtful * bound).any();
}

/// Computes one Markov parameter after the other, with the sizes of its terms. Powers of M⁻¹A are kept near to 1.
class MarkovSequence {
 public:
  explicit MarkovSequence(const LinearComplementaritySystem& system) : system_(system) {}

  const MarkovParameter& parameter() const { return parameter_; }
  /// (m x m), entry by entry.
  const Matrix& sizes() const { return sizes_; }
  double roundings() const { return static_cast<double>((order_ + 1) * system_.states()); }

  /// False if M is singular.
  bool begin() {
    set(system_.D, system_.D.cwiseAbs(), 0);
    const Index n = system_.states();
    Matrix inverse;
    if (!(solveDense(system_.M, Matrix::Identity(n, n), inverse) > unit)) return false;
    solveDense(system_.M, system_.A, F_);
    absF_ = inverse.cwiseAbs() * system_.A.cwiseAbs();
    solveDense(system_.M, system_.B, V_);
    absV_ = inverse.cwiseAbs() * system_.B.cwiseAbs();
    return true;
  }
  void next() {
    if (order_ > 0) {
      V_ = F_ * V_;
      absV_ = absF_ * absV_;
    }
    normalise();
    ++order_;
    set(system_.C * V_, system_.C.cwiseAbs() * absV_, exponent_);
  }

 private:
  /// Only the value that is shown has the true size; ranks do not depend on it.
  void set(const Matrix& value, const Matrix& sizes, int exponent) {
    sizes_ = sizes;
    parameter_.value = value;
    findRank(parameter_, sizes_, roundings());
    parameter_.value *= std::ldexp(1.0, exponent);
    sizes_ *= std::ldexp(1.0, exponent);
  }
  void normalise() {
    const double largest = absV_.maxCoeff();
    if (!(largest > 0.0)) return;
    const int exponent = std::ilogb(largest);
    V_ *= std::ldexp(1.0, -exponent);
    absV_ *= std::ldexp(1.0, -exponent);
    exponent_ += exponent;
  }

  const LinearComplementaritySystem& system_;
  Matrix F_, absF_, V_, absV_;
  Matrix sizes_;
  MarkovParameter parameter_;
  Index order_ = 0;
  int exponent_ = 0;
};

bool rowIsRounding(const MarkovSequence& sequence, Index row) {
  const Matrix& value = sequence.parameter().value;
  const Matrix& sizes = sequence.sizes();
  const double small = sequence.roundings() * unit;
  return (value.row(row).cwiseAbs().array() <= small * sizes.row(row).array()).all();
}

/// Takes the outputs that the present parameter is the first to reach. False if rounding hides which.
bool takeRows(const MarkovSequence& sequence, Index order, RelativeDegree& result, Matrix& sizes) {
  if (!sequence.parameter().certain) return false;
  for (std::size_t j = 0; j < result.outputs.size(); ++j) {
    const auto row = static_cast<Index>(j);
    if (result.outputs[j] >= 0 || rowIsRounding(sequence, row)) continue;
    result.outputs[j] = order;
    result.leading.row(row) = sequence.parameter().value.row(row);
    sizes.row(row) = sequence.sizes().row(row);
  }
  return true;
}

RelativeDegree undecided(const char* why) {
  RelativeDegree result;
  result.message = fmt::format("the relative degree is not known: {}", why);
  return result;
}

/// The kind from the degrees of the outputs and the rank of their rows.
void classify(RelativeDegree& result, const MarkovParameter& leading) {
  const auto m = static_cast<Index>(result.outputs.size());
  const auto missing = std::find(result.outputs.begin(), result.outputs.end(), -1);
  if (missing != result.outputs.end()) {
    result.kind = DegreeKind::none;
    result.message = fmt::format("there is no relative degree: multipliers do not act on output {}",
                                 missing - result.outputs.begin());
    return;
  }
  const bool same = std::all_of(result.outputs.begin(), result.outputs.end(),
                                [&](Index r) { return r == result.outputs[0]; });
  const std::string degrees =
      same ? fmt::format("{}", result.outputs[0]) : fmt::format("({})", fmt::join(result.outputs, ", "));
  if (leading.rank < m) {
    result.kind = DegreeKind::none;
    result.message = fmt::format(
        "there is no relative degree: outputs of degree {} have leading terms of rank {} for {} rows",
        degrees, leading.rank, m);
    return;
  }
  result.kind = same ? DegreeKind::uniform : DegreeKind::vector;
  if (same) result.degree = result.outputs[0];
  result.message = fmt::format("the relative degree is {}", degrees);
}

}  // namespace

std::vector<MarkovParameter> markovParameters(const LinearComplementaritySystem& system, Index count) {
  check::that(count >= 1, "{} Markov parameters were asked for", count);
  MarkovSequence sequence(system);
  const bool regular = sequence.begin();
  check::that(regular || count == 1, "Markov parameters: M is singular");
  std::vector<MarkovParameter> parameters{sequence.parameter()};
  while (static_cast<Index>(parameters.size()) < count) {
    sequence.next();
    parameters.push_back(sequence.parameter());
  }
  return parameters;
}

RelativeDegree relativeDegree(const LinearComplementaritySystem& system) {
  const Index m = system.rows();
  RelativeDegree result;
  result.outputs.assign(static_cast<std::size_t>(m), -1);
  result.leading.setZero(m, m);
  Matrix sizes = Matrix::Zero(m, m);

  // Row by row the first Markov parameter that is not zero; after n of them there is none (Cayley-Hamilton).
  MarkovSequence sequence(system);
  const bool regular = sequence.begin();
  const auto open = [&] { return std::count(result.outputs.begin(), result.outputs.end(), -1) > 0; };
  if (!takeRows(sequence, 0, result, sizes)) return undecided("rounding hides the rank of D");
  if (open() && !regular) return undecided("M is singular");
  Index order = 0;
  while (open() && order < system.states()) {
    sequence.next();
    if (!takeRows(sequence, ++order, result, sizes))
      return undecided("rounding hides the rank of a Markov parameter");
  }

  // The outputs can be steered apart if their leading rows are independent.
  MarkovParameter leading{result.leading, 0, true};
  findRank(leading, sizes, static_cast<double>((order + 1) * system.states()));
  if (!leading.certain) return undecided("rounding hides the rank of the leading terms");
  classify(result, leading);
  if (result.leading.allFinite()) result.p = isPMatrix(result.leading);
  return result;
}

}  // namespace nsds
