#include "nsds/kernel/analysis/small_steps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/minor_signs.hpp"
#include "linalg/lapack.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/analysis/relative_degree.hpp"
#include "nsds/kernel/analysis/step_matrix.hpp"

namespace nsds {

namespace {

/// |M⁻¹A|, 1 if that is zero; none if M is singular.
std::optional<double> rateOf(const LinearComplementaritySystem& system) {
  Matrix F;
  if (!(solveDense(system.M, system.A, F) > epsilon)) return {};
  const double norm = F.norm();
  return norm > 0.0 && std::isfinite(norm) ? norm : 1.0;
}

PMatrixAnswer ask(const LinearComplementaritySystem& system, double h, double theta, double gamma) {
  try {
    return isPMatrix(stepMatrix(system, h, theta, gamma));
  } catch (const InvalidArgument&) {
    throw;
  } catch (const Error& error) {
    return {Answer::no, {}, {}, error.what()};
  }
}

/// Beyond the sizes for which minors are looked at.
SmallSteps byLeadingTerms(const LinearComplementaritySystem& system) {
  SmallSteps result;
  const RelativeDegree degree = relativeDegree(system);
  const bool known = degree.kind == DegreeKind::uniform || degree.kind == DegreeKind::vector;
  if (known && degree.p.answer == Answer::yes) {
    result.answer = Answer::yes;
    result.message =
        fmt::format("{}, and the leading Markov parameters are a P-matrix: all small steps are well posed",
                    degree.message);
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
    const PMatrixAnswer p = ask(system, h, theta, gamma);
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
        ask(system, root, theta, gamma).answer == Answer::no)
      return result;
    last = root;
  }
  result.limit = infinity;
  return result;
}

}  // namespace

SmallSteps smallSteps(const LinearComplementaritySystem& system, double theta, double gamma) {
  check::that(theta >= 0.0 && theta <= 1.0, "smallSteps: theta = {} is not in [0, 1]", theta);
  check::that(gamma > 0.0 && gamma <= 1.0, "smallSteps: gamma = {} is not in (0, 1]", gamma);
  const auto rate = rateOf(system);
  if (!rate) {
    SmallSteps result;
    result.message = "whether small steps are well posed is not known: M is singular";
    return result;
  }
  if (!hasMinorSigns(system)) return byLeadingTerms(system);
  const double smallest = 1e-12 / *rate, largest = 1e12 / *rate;
  SmallSteps result = betweenRoots(system, minorSignChanges(system, smallest, largest, theta, gamma),
                                   smallest, largest, theta, gamma);
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
  return result;
}

}  // namespace nsds
