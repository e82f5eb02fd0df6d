#include "nsds/kernel/analysis/step_matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/lapack.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr Index mostRowsOfMinors = 8;     // 255 minors
constexpr Index mostStatesOfMinors = 40;  // each an eigenvalue problem of as many rows, some milliseconds

void checkScheme(double theta, double gamma) {
  check::that(theta >= 0.0 && theta <= 1.0, "stepMatrix: theta = {} is not in [0, 1]", theta);
  check::that(gamma > 0.0 && gamma <= 1.0, "stepMatrix: gamma = {} is not in (0, 1]", gamma);
}

/// The h of a range at which det(P + h Q) = 0, those included that rounding may have moved off the real line.
void addRoots(const Matrix& P, const Matrix& Q, double from, double to, std::vector<double>& roots) {
  // In units of the middle of the range, and with equations of size one, roots of interest are near to 1.
  const double middle = std::sqrt(from) * std::sqrt(to);
  Matrix left = P;
  Matrix right = -middle * Q;
  for (Index i = 0; i < left.rows(); ++i) {
    const double size = std::max(left.row(i).cwiseAbs().maxCoeff(), right.row(i).cwiseAbs().maxCoeff());
    if (!(size > 0.0)) return;  // the determinant is zero whatever h is, which any sample shows
    left.row(i) /= size;
    right.row(i) /= size;
  }
  for (const std::complex<double>& value : pencilEigenvalues(left, right)) {
    const std::complex<double> root = middle * value;
    // A double root splits by the root of the rounding.
    const bool real = std::abs(root.imag()) <= 1e-6 * std::abs(root.real());
    if (real && root.real() > from && root.real() < to) roots.push_back(root.real());
  }
}

/// The steps at which a principal minor of S(h) may change its sign: det S_II det(M - hθA) is the determinant of
/// [M - hθA, -hB_I; γC_I, D_II], and so a polynomial in h.
std::vector<double> signChanges(const LinearComplementaritySystem& system, double from, double to,
                                double theta, double gamma) {
  const Index n = system.states();
  const Index m = system.rows();
  std::vector<double> roots;
  addRoots(system.M, -theta * system.A, from, to, roots);
  for (unsigned set = 1; set < 1U << m; ++set) {
    std::vector<Index> rows;
    for (Index i = 0; i < m; ++i)
      if ((set >> i & 1U) != 0) rows.push_back(i);
    const auto k = static_cast<Index>(rows.size());
    Matrix P = Matrix::Zero(n + k, n + k);
    Matrix Q = P;
    P.topLeftCorner(n, n) = system.M;
    P.bottomLeftCorner(k, n) = gamma * system.C(rows, Eigen::all);
    P.bottomRightCorner(k, k) = system.D(rows, rows);
    Q.topLeftCorner(n, n) = -theta * system.A;
    Q.topRightCorner(n, k) = -system.B(Eigen::all, rows);
    addRoots(P, Q, from, to, roots);
  }
  std::sort(roots.begin(), roots.end());
  return roots;
}

/// Four a decade and both ends.
std::vector<double> grid(double from, double to) {
  const double decades = std::log10(to / from);
  const int intervals = std::max(1, static_cast<int>(std::ceil(4.0 * decades)));
  std::vector<double> steps;
  for (int k = 0; k < intervals; ++k)
    steps.push_back(from * std::pow(to / from, static_cast<double>(k) / intervals));
  steps.push_back(to);
  return steps;
}

/// Adds the steps where signs may change, and one between each of them and the next.
void addBetween(const std::vector<double>& roots, double from, double to, std::vector<double>& steps) {
  double last = from;
  for (const double root : roots) {
    steps.push_back(root);
    steps.push_back(std::sqrt(last * root));
    last = root;
  }
  if (!roots.empty()) steps.push_back(std::sqrt(last * to));
}

PMatrixAnswer askStep(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  Matrix S;
  try {
    S = stepMatrix(system, h, theta, gamma);
  } catch (const InvalidArgument&) {
    throw;
  } catch (const Error& error) {
    return {Answer::no, {}, {}, error.what()};
  }
  return isPMatrix(S);
}

std::string sentence(const StepWellPosedness& result) {
  const auto decisive = std::find_if(result.samples.begin(), result.samples.end(),
                                     [&](const StepSample& s) { return s.p.answer == result.answer; });
  if (result.answer == Answer::yes) {
    return fmt::format(
        "S(h) is a P-matrix for {} of h from {:.3g} to {:.3g}: a step has exactly one solution",
        result.everyStep ? std::string("all") : fmt::format("{} samples", result.samples.size()),
        result.samples.front().h, result.samples.back().h);
  }
  if (result.answer == Answer::undecided)
    return fmt::format("whether S(h) is a P-matrix is not decided at h = {:.3g}: {}", decisive->h,
                       decisive->p.message);
  if (decisive->p.minor.empty())
    return fmt::format("at h = {:.3g} there is no S(h): {}", decisive->h, decisive->p.message);
  return fmt::format(
      "S(h) is no P-matrix at h = {:.3g}: the principal minor of rows ({}) is not positive, so that from "
      "some "
      "states a step has no solution or several",
      decisive->h, fmt::join(decisive->p.minor, ", "));
}

}  // namespace

Matrix stepMatrix(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  check::that(std::isfinite(h) && h > 0.0, "stepMatrix: h = {} is not positive", h);
  checkScheme(theta, gamma);
  const Matrix W = system.M - h * theta * system.A;
  Matrix solved;
  const bool regular = solveDense(W, system.B, solved) > std::numeric_limits<double>::epsilon();
  const Matrix S = regular ? Matrix(system.D + h * gamma * system.C * solved) : W;
  if (!regular || !S.allFinite())
    throw Error(fmt::format("M - h theta A is singular at h = {}, theta = {}", h, theta));
  return S;
}

StepWellPosedness stepWellPosedness(const LinearComplementaritySystem& system, double from, double to,
                                    double theta, double gamma) {
  check::that(std::isfinite(to) && from > 0.0 && from <= to,
              "stepWellPosedness: steps from {} to {} are no range of positive steps", from, to);
  checkScheme(theta, gamma);
  StepWellPosedness result;
  std::vector<double> steps = grid(from, to);
  result.everyStep = system.rows() <= mostRowsOfMinors && system.states() <= mostStatesOfMinors;
  if (result.everyStep) addBetween(signChanges(system, from, to, theta, gamma), from, to, steps);
  std::sort(steps.begin(), steps.end());
  bool allYes = true;
  bool anyNo = false;
  for (const double h : steps) {
    result.samples.push_back({h, askStep(system, h, theta, gamma)});
    allYes = allYes && result.samples.back().p.answer == Answer::yes;
    anyNo = anyNo || result.samples.back().p.answer == Answer::no;
  }
  result.answer = anyNo ? Answer::no : (allYes ? Answer::yes : Answer::undecided);
  result.everyStep = result.everyStep && allYes;
  result.message = sentence(result);
  return result;
}

}  // namespace nsds
