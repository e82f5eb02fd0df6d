#include "nsds/theory/analysis/small_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/minor_signs.hpp"
#include "analysis/step_answer.hpp"
#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "linalg/scaled_solve.hpp"
#include "nsds/kernel/well_posedness/relative_degree.hpp"
#include "well_posedness/rounded_p_matrix.hpp"

namespace nsds {

namespace {

constexpr double nearZero = 1e-12;  // of 1 / |M⁻¹A|: roots of minors below that are rounding of others
constexpr int leastPower = 22;  // witnesses are looked for from 0.1 / |M⁻¹A| down by so many powers of ten

/// True if the determinant of a principal minor is negative, far beyond rounding.
bool isNegative(const Matrix& S, const std::vector<Index>& rows) {
  const Matrix block = S(rows, rows);
  return !rows.empty() && isRegularWithin(block, 1e-10 * block.cwiseAbs()) && determinantSign(block) < 0;
}

/// The first j whose output has a degree of 2 or more; none if there is none.
std::optional<Index> slowOutput(const RelativeDegree& degree) {
  for (std::size_t j = 0; j < degree.outputs.size(); ++j)
    if (degree.outputs[j] > 1) return static_cast<Index>(j);
  return {};
}

/// Looks for a step without a P-matrix, from 0.1 / |M⁻¹A| down.
bool findWitness(const LinearComplementaritySystem& system, double rate, double theta, double gamma,
                 SmallSteps& result) {
  double h = 0.1 / rate;
  for (int k = 0; k < leastPower; ++k, h *= 0.1) {
    const PMatrixAnswer p = askStep(system, h, theta, gamma);
    if (p.answer != Answer::no) continue;
    result.step = h;
    result.p = p;
    return true;
  }
  return false;
}

/// What S(h) = D + γ Σ hⁱ θ^{i-1} H_i tends to: row j is that of h^{r_j} H_{r_j}, times a positive number unless θ = 0, where
/// S(h) = D + γ h H_1 and the rows of degree 2 and more are zero.
SmallSteps byLeadingTerms(const LinearComplementaritySystem& system, double rate, double theta,
                          double gamma) {
  SmallSteps result;
  const RelativeDegree degree = relativeDegree(system);
  const auto slow = theta == 0.0 ? slowOutput(degree) : std::nullopt;
  if (slow) {
    result.answer = Answer::no;
    result.limit = infinity;
    result.step = 0.1 / rate;
    result.p = {Answer::no, {*slow}, Vector::Unit(system.rows(), *slow), "a row is zero"};
    result.message = fmt::format(
        "S(h) is no P-matrix for any h: with theta = 0 steps do not see output {}, whose degree is {}", *slow,
        degree.outputs[static_cast<std::size_t>(*slow)]);
    return result;
  }
  const bool known = degree.kind == DegreeKind::uniform || degree.kind == DegreeKind::vector;
  if (known && degree.p.answer == Answer::yes) {
    result.answer = Answer::yes;
    result.message =
        fmt::format("{}, and the leading Markov parameters are a P-matrix: all small steps are well posed",
                    degree.message);
  } else if (known && degree.p.answer == Answer::no && isNegative(degree.leading, degree.p.minor) &&
             findWitness(system, rate, theta, gamma, result)) {
    result.answer = Answer::no;
    result.message = fmt::format(
        "{}, and a minor of the leading Markov parameters is negative: small steps have no solution or "
        "several from some states; at h = {:.3g} the principal minor of rows ({}) is not positive",
        degree.message, result.step, fmt::join(result.p.minor, ", "));
  } else {
    result.message = fmt::format("whether small steps are well posed is not known: {}", degree.message);
  }
  return result;
}

/// What holds at samples between the roots, from the smallest steps on.
SmallSteps betweenRoots(const LinearComplementaritySystem& system, std::vector<double> roots, double smallest,
                        double largest, double theta, double gamma) {
  SmallSteps result;
  roots.push_back(largest);
  double last = smallest;
  for (const double root : roots) {
    // A root that rounding has doubled leaves nothing between.
    if (root <= last * (1.0 + 1e-9)) continue;
    // In the middle, or, where the interval is wide, near to its end, where rounding hides less.
    const double h = std::max(std::sqrt(last) * std::sqrt(root), std::min(0.1 * root, largest * 1e-13));
    const PMatrixAnswer p = askStep(system, h, theta, gamma);
    if (result.limit == 0.0) {
      result.answer = p.answer;
      result.step = h;
      result.p = p;
    } else if (p.answer != result.answer) {
      return result;
    }
    result.limit = root;
    // Where a minor touches zero a P-matrix ends.
    if (root < largest && result.answer == Answer::yes &&
        askStep(system, root, theta, gamma).answer != Answer::yes)
      return result;
    last = root;
  }
  result.limit = infinity;
  return result;
}

/// The answer of the samples in words.
void describe(SmallSteps& result) {
  if (result.answer == Answer::yes) {
    result.step = 0.0;
    result.p = {};
    result.message =
        std::isfinite(result.limit)
            ? fmt::format("S(h) is a P-matrix for all h < {:.4g}: steps have exactly one solution",
                          result.limit)
            : std::string("S(h) is a P-matrix for all h: steps have exactly one solution");
  } else if (result.answer == Answer::no) {
    result.message = fmt::format(
        "S(h) is no P-matrix for any h < {:.4g}: from some states steps have no solution or several; at "
        "h = {:.3g} the principal minor of rows ({}) is not positive",
        result.limit, result.step, fmt::join(result.p.minor, ", "));
  } else {
    result.limit = 0.0;
    result.message = fmt::format("whether small steps are well posed is not known: {}", result.p.message);
  }
}

}  // namespace

SmallSteps smallSteps(const LinearComplementaritySystem& system, double theta, double gamma) {
  checkScheme("smallSteps", theta, gamma);
  const ScaledSolution F = solveScaled(system.M, system.M.cwiseAbs(), system.A);
  if (!F.regular()) {
    SmallSteps result;
    result.message = "whether small steps are well posed is not known: M is singular, or nearly so";
    return result;
  }
  const double norm = F.X.norm();
  const double rate = norm > 0.0 && std::isfinite(norm) ? norm : 1.0;
  SmallSteps leading = byLeadingTerms(system, rate, theta, gamma);
  if (!hasMinorSigns(system)) return leading;
  const double smallest = nearZero / rate, largest = 1.0 / (nearZero * rate);
  SmallSteps result = betweenRoots(system, minorSignChanges(system, smallest, largest, theta, gamma),
                                   smallest, largest, theta, gamma);
  // Where the two differ a minor changes its sign below the smallest root that is looked for.
  if (leading.answer != Answer::undecided && leading.answer != result.answer) return leading;
  describe(result);
  return result;
}

}  // namespace nsds
