// Phase portraits: a velocity over its position.
#include <algorithm>
#include <array>

#include "kinds.hpp"
#include "panels.hpp"

namespace nsds::io {

namespace {

struct Rate {
  std::string_view position;
  std::string_view velocity;
};

constexpr std::array kRates{Rate{"position", "velocity"},
                            Rate{"height", "velocity"},
                            Rate{"angle", "angular velocity"},
                            Rate{"x", "vx"},
                            Rate{"y", "vy"},
                            Rate{"z", "vz"}};

// Quantities q and v, q0 and v0, q1 and v1, ... of a system.
std::vector<Pair> numberedPairs(const Table& table) {
  std::vector<Pair> pairs;
  for (std::size_t j = 0; j < table.columnCount(); ++j) {
    std::string name = table.column(j).name;
    const std::string_view quantity = quantityOf(name);
    const bool numbered =
        quantity.front() == 'q' && quantity.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (!numbered) continue;
    name[name.size() - quantity.size()] = 'v';
    if (const auto velocity = table.findIfThere(name)) pairs.push_back({&table, j, *velocity});
  }
  return pairs;
}

std::vector<Pair> pairsIn(const Table& table) {
  std::vector<Pair> pairs = numberedPairs(table);
  for (const Rate& rate : kRates) {
    for (const Pair& pair : pairsNamed(table, std::array{rate.position}, std::array{rate.velocity}))
      pairs.push_back(pair);
  }
  for (const char* unit : {"m", "rad"}) {
    if (!pairs.empty()) break;
    const auto position = table.onlyColumnIn(unit), velocity = table.onlyColumnIn(std::string(unit) + "/s");
    if (position && velocity) pairs.push_back({&table, *position, *velocity});
  }
  return pairs;
}

std::vector<Pair> portraitsOf(const Table& table, const PlotOptions& options) {
  if (!options.abscissa.empty() && !options.columns.empty()) return overAbscissa(table, options);
  std::vector<Pair> pairs = pairsIn(table);
  if (!options.abscissa.empty()) {
    const std::size_t x = table.find(options.abscissa);
    std::erase_if(pairs, [x](const Pair& pair) { return pair.x != x; });
  }
  if (!options.columns.empty()) {
    const std::vector<std::size_t> chosen = table.find(options.columns);
    std::erase_if(pairs, [&](const Pair& pair) {
      return std::find(chosen.begin(), chosen.end(), pair.y) == chosen.end();
    });
  }
  if (pairs.empty()) {
    table.refuse(
        "no position and velocity are known by names such as ball.q0 and ball.v0; name the abscissa and the "
        "columns over it");
  }
  return pairs;
}

}  // namespace

Figure phaseFigure(const Tables& tables, const PlotOptions& options) {
  Figure figure{.panels = panelsByUnit(gather(tables, options, portraitsOf)), .commonAbscissa = false};
  for (Panel& panel : figure.panels) {
    Curve start{.name = "start", .x = {}, .y = {}, .style = Style::points, .colour = kInk};
    for (const Curve& curve : panel.curves) {
      start.x.push_back(curve.x.front());
      start.y.push_back(curve.y.front());
    }
    panel.curves.push_back(std::move(start));
  }
  return figure;
}

}  // namespace nsds::io
