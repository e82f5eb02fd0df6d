// The advice: who is cheapest of each family, and claims that the numbers have to bear out.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "command/study/schemes/page.hpp"

namespace nsds::command::schemes {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Best {
  const Measured* measured = nullptr;
  double seconds = kNever;
};

/// The scheme of a family that takes the least seconds for an error.
Best bestOf(const Comparison& comparison, Family family, double error) {
  Best best;
  for (const Measured& measured : comparison.schemes) {
    const double seconds = costOf(measured, error).seconds;
    if (measured.family == family && seconds < best.seconds) best = {&measured, seconds};
  }
  return best;
}

constexpr std::array kFamilies{Family::fixedSteps, Family::adaptive, Family::anyOrder, Family::splitting,
                               Family::eventDriven};

/// The least seconds over all families but one.
double leastBut(const Comparison& comparison, Family family, double error) {
  double least = kNever;
  for (const Family other : kFamilies)
    if (other != family) least = std::min(least, bestOf(comparison, other, error).seconds);
  return least;
}

Cost costOf(const Comparison& comparison, std::string_view scheme, double error) {
  for (const Measured& measured : comparison.schemes)
    if (measured.scheme == scheme) return costOf(measured, error);
  return {kNever, kNever};
}

/// Seconds of all schemes for every problem and error: what profiles are drawn of.
io::Trajectory costsOf(const std::vector<const Comparison*>& comparisons) {
  std::vector<io::Column> columns{{"error", "1"}};
  for (const Measured& measured : comparisons.front()->schemes) columns.push_back({measured.scheme, "s"});
  io::Trajectory table(std::move(columns));
  for (const Comparison* comparison : comparisons) {
    for (const double error : kErrors) {
      std::vector<double> row{error};
      for (const Measured& measured : comparison->schemes) {
        const double seconds = costOf(measured, error).seconds;
        row.push_back(std::isfinite(seconds) ? seconds : std::numeric_limits<double>::quiet_NaN());
      }
      table.append(row);
    }
  }
  return table;
}

std::string familiesTable(const std::vector<const Comparison*>& comparisons) {
  std::string text =
      "The cheapest of each family, in milliseconds:\n\n"
      "| problem | error | fixed steps | adaptive steps | any order | splitting | event driven |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Comparison* comparison : comparisons) {
    for (const double error : kErrors) {
      text += fmt::format("| {} | {:.0e} |", comparison->problem.name, error);
      for (const Family family : kFamilies) {
        const Best best = bestOf(*comparison, family, error);
        text += best.measured ? fmt::format(" {}: {} |", best.measured->scheme, milliseconds(best.seconds))
                              : std::string(" |");
      }
      text += "\n";
    }
  }
  return text;
}

struct Claim {
  std::string text;
  bool holds;
};

/// Times are compared with a margin, so that a claim that holds does so on other machines.
constexpr double kMargin = 1.5;
/// Times within this factor are close.
constexpr double kClose = 2.0;

Claim coarseClaim(const std::vector<const Comparison*>& comparisons) {
  int close = 0;
  bool takesAll = true;
  for (const Comparison* comparison : comparisons) {
    takesAll = takesAll && std::isfinite(costOf(*comparison, "Moreau-Jean 1/2", 1e-2).work);
    if (bestOf(*comparison, Family::fixedSteps, 1e-2).seconds <
        kClose * leastBut(*comparison, Family::fixedSteps, 1e-2))
      ++close;
  }
  return {fmt::format("Where 1e-2 will do, take fixed steps of Moreau and Jean's scheme with theta = 1/2: it "
                      "comes to 1e-2 on "
                      "every problem, and fixed steps are the cheapest, or close, on {} of {}.",
                      close, comparisons.size()),
          takesAll && close >= 3};
}

Claim massClaim(const Comparison& crank) {
  const double ends = costOf(crank, "Moreau-Jean 1/2", 1e-2).work;
  const double middle = costOf(crank, "Moreau-Jean middle", 1e-2).work;
  const double second = costOf(crank, "D1-minus", 1e-4).work;
  const double others = costOf(crank, "Moreau-Jean middle", 1e-4).work;
  return {
      fmt::format(
          "Where the mass depends on positions, take schemes of order two in smooth motion: evaluated in the "
          "middle, Moreau and Jean's scheme takes {:.0f} steps on the crank in place of {:.0f} for 1e-2; for "
          "1e-4 "
          "it takes {:.0f} in the middle, and D1-minus {:.0f}.",
          middle, ends, others, second),
      ends > 3.0 * middle && others > 2.0 * second};
}

Claim fineClaim(const std::vector<const Comparison*>& comparisons) {
  bool all = true;
  int fixed = 0;
  for (const Comparison* comparison : comparisons) {
    all = all && std::isfinite(costOf(*comparison, "event driven Dopri5", 1e-6).work) &&
          std::isfinite(costOf(*comparison, "any order Dopri5", 1e-6).work);
    if (std::isfinite(bestOf(*comparison, Family::fixedSteps, 1e-6).seconds)) ++fixed;
  }
  return {
      fmt::format(
          "For 1e-6 locate events: `EventDriven` and `AnyOrderTimeStepping` over Dopri5 come there on every "
          "problem, at about the same cost; schemes with fixed steps on {} of {}.",
          fixed, comparisons.size()),
      all && fixed <= 1};
}

Claim eventsClaim(const Comparison& woodpecker) {
  const double events = costOf(woodpecker, "event driven Dopri5", 1e-4).seconds;
  const double adapted = bestOf(woodpecker, Family::adaptive, 1e-4).seconds;
  const double fixed = bestOf(woodpecker, Family::fixedSteps, 1e-4).seconds;
  return {fmt::format("Where events are few they are cheap to locate: for 1e-4 on the woodpecker "
                      "`EventDriven` over Dopri5 "
                      "takes {} ms, the best adaptive steps {} ms, and fixed steps do not come there.",
                      milliseconds(events), milliseconds(adapted)),
          adapted > kMargin * events && !std::isfinite(fixed)};
}

Claim adaptiveClaim(const Comparison& ball, const Comparison& bar) {
  const double fewer =
      costOf(ball, "Moreau-Jean 1/2", 1e-4).work / costOf(ball, "adaptive Moreau-Jean", 1e-4).work;
  const double columns = costOf(bar, "adaptive two columns", 1e-6).seconds;
  const double others = leastBut(bar, Family::adaptive, 1e-6);
  return {fmt::format("Adaptive steps are the better choice for large linear models with few impacts: on the "
                      "bar two columns of "
                      "extrapolation come to 1e-6 in {} ms, nothing else in less than {} ms. On the ball "
                      "they take {:.0f} times "
                      "fewer steps of Moreau and Jean's scheme for 1e-4 than fixed ones do, where locating "
                      "events is cheaper "
                      "still.",
                      milliseconds(columns), milliseconds(others), fewer),
          others > kMargin * columns && fewer > 10.0};
}

Claim lateClaim(const Comparison& ball, const Comparison& bar, const Comparison& woodpecker) {
  const double fixed = costOf(ball, "RATTLE", 1e-4).work,
               adapted = costOf(ball, "adaptive RATTLE", 1e-4).work;
  const bool alone = !std::isfinite(costOf(woodpecker, "RATTLE", 1e-4).work) &&
                     std::isfinite(costOf(woodpecker, "adaptive RATTLE", 1e-4).work);
  const auto gains = [&](const char* adaptive, const char* steps, double error) {
    return costOf(bar, adaptive, error).work < 0.8 * costOf(bar, steps, error).work;
  };
  const bool gainsNothing =
      !gains("adaptive RATTLE", "RATTLE", 1e-4) && !gains("adaptive alpha", "generalised-alpha", 1e-2);
  return {
      fmt::format(
          "Steps of RATTLE and generalised-alpha may be adapted too: they never penetrate, but an impact in "
          "the middle of a step shows how late it is. For 1e-4 on the ball RATTLE takes {:.0f} steps in "
          "place of {:.0f}, and it comes there on the woodpecker, where fixed steps do not. On the stiff "
          "bar they gain nothing.",
          adapted, fixed),
      fixed > 10.0 * adapted && alone && gainsNothing};
}

Claim stiffClaim(const Comparison& bar) {
  const double explicitSteps = std::min(costOf(bar, "RATTLE", 1e-2).work, costOf(bar, "D1-minus", 1e-2).work);
  const double implicitSteps = costOf(bar, "Moreau-Jean 1/2", 1e-2).work;
  return {
      fmt::format(
          "Where frequencies are high take a scheme that is implicit in the forces: RATTLE and D1-minus need "
          "{:.0f} steps on the bar before they are stable, Moreau and Jean's scheme {:.0f} for 1e-2.",
          explicitSteps, implicitSteps),
      explicitSteps > 2.0 * implicitSteps};
}

}  // namespace

StudyResult advice(const std::vector<const Comparison*>& comparisons) {
  const Comparison &ball = *comparisons[0], &bar = *comparisons[1], &woodpecker = *comparisons[2];
  const std::vector<Claim> claims{coarseClaim(comparisons),        massClaim(*comparisons[3]),
                                  fineClaim(comparisons),          eventsClaim(woodpecker),
                                  adaptiveClaim(ball, bar),        stiffClaim(bar),
                                  lateClaim(ball, bar, woodpecker)};
  StudyResult made;
  made.table = costsOf(comparisons);
  made.options.kind = "profile";
  made.options.height = 700;
  int holding = 0;
  std::string list;
  for (const Claim& claim : claims) {
    list += fmt::format("- {}{}\n", claim.text, claim.holds ? "" : " **The numbers do not say so.**");
    holding += claim.holds ? 1 : 0;
  }
  made.holds = holding == static_cast<int>(claims.size());
  made.sentence = fmt::format(
      "Shares of the {} problems and errors that a scheme reaches within a multiple of the least time. "
      "Numbers bear out {} of "
      "{} pieces of advice.",
      comparisons.size() * kErrors.size(), holding, claims.size());
  made.details = list + "\n" + familiesTable(comparisons);
  return made;
}

}  // namespace nsds::command::schemes
