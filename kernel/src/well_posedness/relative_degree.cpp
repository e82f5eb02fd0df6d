#include "nsds/kernel/well_posedness/relative_degree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "linalg/lapack.hpp"
#include "linalg/scaled_solve.hpp"
#include "modeling/checks.hpp"
#include "well_posedness/rounded_p_matrix.hpp"

namespace nsds {

namespace {

/// sizes: of the terms that added up to the value; rounded ≥ sizes: of those whose rounding it has. `roundings` roundings each.
void findRank(MarkovParameter& parameter, const Matrix& sizes, const Matrix& rounded, double roundings) {
  const EntryScales scales(sizes);
  const auto scaled = [&](const Matrix& entries) {
    return Matrix(scales.rows.asDiagonal() * entries * scales.columns.asDiagonal());
  };
  const double unit = roundings * epsilon;
  const RoundingLevels levels{unit * scaled(sizes).norm(), unit * scaled(rounded).norm()};
  const Vector singular = singularValues(scaled(parameter.value));
  parameter.rank =
      std::count_if(singular.begin(), singular.end(), [&](double s) { return !levels.isZero(s); });
  parameter.certain =
      std::all_of(singular.begin(), singular.end(), [&](double s) { return levels.isSure(s); });
}

/// Computes one Markov parameter after the other, with the sizes of its terms. Powers of M⁻¹A are kept near to 1.
class MarkovSequence {
 public:
  explicit MarkovSequence(const LinearComplementaritySystem& system) : system_(system) {}

  const MarkovParameter& parameter() const { return parameter_; }
  /// (m x m), entry by entry: what the rounding of data leaves, and a bound on all rounding; zero for D, which is given.
  RoundingLevels levels(Index row, Index column) const {
    const double unit = order_ == 0 ? 0.0 : roundings() * epsilon;
    return {unit * sizes_(row, column), unit * rounded_(row, column)};
  }

  /// False if M is singular, or nearly so.
  bool begin() {
    sizes_ = rounded_ = system_.D.cwiseAbs();
    set(system_.D, 0);
    const Matrix absM = system_.M.cwiseAbs();
    const ScaledSolution F = solveScaled(system_.M, absM, system_.A);
    const ScaledSolution V = solveScaled(system_.M, absM, system_.B);
    if (!F.regular() || !V.regular()) return false;
    F_ = F.X;
    sizesF_ = F.sizes;
    roundedF_ = F.rounded.cwiseMax(F.sizes);
    V_ = V.X;
    sizesV_ = V.sizes;
    roundedV_ = V.rounded.cwiseMax(V.sizes);
    return true;
  }
  void next() {
    if (order_ > 0) {
      V_ = F_ * V_;
      sizesV_ = sizesF_ * sizesV_;
      roundedV_ = roundedF_ * roundedV_;
    }
    normalise();
    ++order_;
    sizes_ = system_.C.cwiseAbs() * sizesV_;
    rounded_ = system_.C.cwiseAbs() * roundedV_;
    set(system_.C * V_, exponent_);
  }

 private:
  double roundings() const { return static_cast<double>((order_ + 1) * system_.states()); }

  /// Only the value that is shown has the true size; ranks do not depend on it.
  void set(const Matrix& value, int exponent) {
    parameter_.value = value;
    findRank(parameter_, sizes_, rounded_, roundings());
    for (Matrix* const scaled : {&parameter_.value, &sizes_, &rounded_}) *scaled *= std::ldexp(1.0, exponent);
  }
  void normalise() {
    const double largest = sizesV_.maxCoeff();
    if (!(largest > 0.0)) return;
    const int exponent = std::ilogb(largest);
    for (Matrix* const scaled : {&V_, &sizesV_, &roundedV_}) *scaled *= std::ldexp(1.0, -exponent);
    exponent_ += exponent;
  }

  const LinearComplementaritySystem& system_;
  Matrix F_, sizesF_, roundedF_;
  Matrix V_, sizesV_, roundedV_;
  Matrix sizes_, rounded_;
  MarkovParameter parameter_;
  Index order_ = 0;
  int exponent_ = 0;
};

/// The first terms of the outputs that are not zero.
struct LeadingTerms {
  explicit LeadingTerms(Index rows)
      : outputs(static_cast<std::size_t>(rows), -1),
        value(Matrix::Zero(rows, rows)),
        sizes(value),
        rounding(value) {}

  bool open() const { return std::count(outputs.begin(), outputs.end(), -1) > 0; }

  /// Takes the outputs that the present parameter is the first to reach; entries that are zero up to rounding are zero. False if rounding
  /// hides which.
  bool take(const MarkovSequence& sequence, Index order) {
    const MarkovParameter& parameter = sequence.parameter();
    if (!parameter.certain) return false;
    for (Index row = 0; row < value.rows(); ++row) {
      if (outputs[static_cast<std::size_t>(row)] >= 0) continue;
      bool reached = false;
      bool sure = true;
      for (Index j = 0; j < value.cols(); ++j) {
        const RoundingLevels levels = sequence.levels(row, j);
        const double entry = parameter.value(row, j);
        const bool zero = levels.isZero(std::abs(entry));
        const bool sureZero = zero && levels.isSure(std::abs(entry));
        reached = reached || !zero;
        sure = sure && (!zero || sureZero);
        value(row, j) = sureZero ? 0.0 : entry;
        sizes(row, j) = levels.data;
        rounding(row, j) = sureZero ? 0.0 : levels.computed;
      }
      if (reached) outputs[static_cast<std::size_t>(row)] = order;
      if (!reached) value.row(row).setZero();
      if (!reached && !sure) return false;
    }
    return true;
  }

  std::vector<Index> outputs;
  Matrix value;
  Matrix sizes;     // what the rounding of data leaves
  Matrix rounding;  // what all rounding leaves
};

RelativeDegree undecided(const char* why) {
  RelativeDegree result;
  result.message = fmt::format("the relative degree is not known: {}", why);
  return result;
}

/// The kind from the degrees of the outputs and the rank of their rows.
void classify(RelativeDegree& result, Index rank) {
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
  if (rank < m) {
    result.kind = DegreeKind::none;
    result.message = fmt::format(
        "there is no relative degree: outputs of degree {} have leading terms of rank {} for {} rows",
        degrees, rank, m);
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
  check::that(regular || count == 1, "Markov parameters: M is singular, or nearly so");
  std::vector<MarkovParameter> parameters{sequence.parameter()};
  while (static_cast<Index>(parameters.size()) < count) {
    sequence.next();
    parameters.push_back(sequence.parameter());
  }
  return parameters;
}

RelativeDegree relativeDegree(const LinearComplementaritySystem& system) {
  // Row by row the first Markov parameter that is not zero; after n of them there is none (Cayley-Hamilton).
  LeadingTerms leading(system.rows());
  MarkovSequence sequence(system);
  const bool regular = sequence.begin();
  if (!leading.take(sequence, 0)) return undecided("rounding hides the rank of D");
  if (leading.open() && !regular) return undecided("M is singular, or nearly so");
  for (Index order = 1; leading.open() && order <= system.states(); ++order) {
    sequence.next();
    if (!leading.take(sequence, order)) return undecided("rounding hides the rank of a Markov parameter");
  }

  // The outputs can be steered apart if their leading rows are independent.
  MarkovParameter rows{leading.value, 0, true};
  const auto n = static_cast<double>(system.states());
  const auto termsOf = [&](const Matrix& rounding) {
    return Matrix(leading.value.cwiseAbs() + rounding / (n * epsilon));
  };
  findRank(rows, termsOf(leading.sizes), termsOf(leading.rounding), n);
  if (!rows.certain) return undecided("rounding hides the rank of the leading terms");
  RelativeDegree result;
  result.outputs = leading.outputs;
  result.leading = leading.value;
  classify(result, rows.rank);
  if (result.leading.allFinite()) result.p = isRoundedPMatrix(result.leading, leading.rounding);
  return result;
}

}  // namespace nsds
