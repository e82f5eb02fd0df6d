// Empirical orders of the two classical schemes with fixed steps.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "command/study/lecture.hpp"

namespace nsds::command::lecture {

namespace {

constexpr std::array kOrderSteps{1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4};

/// L1 errors of position and velocity over the step, by two schemes.
StudyResult ordersOf(const Problem& problem, const std::array<const OneStepIntegrator*, 2>& schemes) {
  StudyResult made;
  made.options.kind = "orders";
  made.table = io::Trajectory({{"h", "s"},
                               {"position theta = 1/2", "m s"},
                               {"velocity theta = 1/2", "m"},
                               {"position theta = 1", "m s"},
                               {"velocity theta = 1", "m"}});
  for (const double h : kOrderSteps) {
    const Delivered half = runFixed(problem, *schemes[0], h), one = runFixed(problem, *schemes[1], h);
    const double row[] = {h, half.position, half.velocity, one.position, one.velocity};
    made.table.append(row);
  }
  made.holds = true;
  std::string orders;
  for (std::size_t c = 1; c < made.table.columnCount(); ++c) {
    const std::string& name = made.table.columns()[c].name;
    const OrderFit fit = fitOrder(made.table.column("h"), made.table.column(name), {0.0, 3e-2});
    orders +=
        fmt::format("{}{} {:.2f} +- {:.2f}", orders.empty() ? "" : ", ", name, fit.order, fit.standardError);
    made.holds = made.holds && std::abs(fit.order - 1.0) <= 0.2;
  }
  made.sentence =
      fmt::format("The scheme is of order one in the L1 norm, of positions and of velocities: {}.", orders);
  return made;
}

StudyResult moreauOrders(const Problem& problem) {
  const MoreauJeanOSI half(0.5), one(1.0);
  return ordersOf(problem, {&half, &one});
}
StudyResult schatzmanOrders(const Problem& problem) {
  const SchatzmanPaoliOSI half(0.5), one(1.0);
  return ordersOf(problem, {&half, &one});
}

}  // namespace

StudyResult moreauOrdersBall() {
  return moreauOrders(ball());
}
StudyResult moreauOrdersOscillator() {
  return moreauOrders(oscillator());
}
StudyResult schatzmanOrdersBall() {
  return schatzmanOrders(ball());
}
StudyResult schatzmanOrdersOscillator() {
  return schatzmanOrders(oscillator());
}

}  // namespace nsds::command::lecture
