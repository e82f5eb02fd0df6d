#include "polyhedron/proximal_ip/equilibration.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::polyhedron::proximal {
namespace {

constexpr int geometric_sweeps = 40;
constexpr int sweeps = 10;
constexpr double most_factor = 1e100;  // that a factor, or its inverse, may be

void round_to_powers_of_two(std::span<double> factors) {
  for (double& factor : factors) factor = std::exp2(std::round(std::log2(factor)));
}

// Factors that bring the logarithms of all entries as close to zero as can be, by least squares, with a factor of Q of its
// own [Curtis, Reid 1972, J. Inst. Math. Appl. 10], by sweeps of Gauss and Seidel: whatever units a program comes in, it gets
// the same ones here. Largest entries alone would leave those of the other entries as they are.
class GeometricMeans {
 public:
  GeometricMeans(const Program& program, Arena& arena)
      : program_(program),
        Q_(logarithms(program.Q.values, arena)),
        columns_(logarithms(program.columns.values, arena)),
        unknown_(arena.take<double>(program.n, 0.0)),
        row_(arena.take<double>(program.m, 0.0)),
        sum_(arena.take<double>(program.n + program.m)),
        count_(arena.take<double>(program.n + program.m)) {}

  void find(Equilibration& units) {
    for (int sweep = 0; sweep < geometric_sweeps; ++sweep) {
      move_rows();
      move_cost();
      move_unknowns();
    }
    const double most = std::log2(most_factor);
    for (std::size_t j = 0; j < unknown_.size(); ++j)
      units.unknown[j] = std::exp2(std::clamp(unknown_[j], -most, most));
    for (std::size_t i = 0; i < row_.size(); ++i) units.row[i] = std::exp2(std::clamp(row_[i], -most, most));
    units.cost = std::exp2(std::round(std::clamp(cost_, -most, most)));
  }

 private:
  static std::span<double> logarithms(std::span<const double> values, Arena& arena) {
    const std::span<double> made = arena.take<double>(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) made[k] = std::log2(std::fabs(values[k]));
    return made;
  }

  void move_rows() {
    clear();
    for (std::size_t j = 0; j < program_.n; ++j)
      for (std::size_t k = program_.columns.begin(j); k < program_.columns.end(j); ++k)
        add(index(program_.columns.indices[k]), columns_[k] + unknown_[j], 1.0);
    for (std::size_t i = 0; i < row_.size(); ++i)
      if (count_[i] > 0.0) row_[i] = -sum_[i] / count_[i];
  }

  void move_cost() {
    double sum = 0.0;
    for (std::size_t j = 0; j < program_.n; ++j)
      for (std::size_t k = program_.Q.begin(j); k < program_.Q.end(j); ++k)
        sum += Q_[k] + unknown_[j] + unknown_[index(program_.Q.indices[k])];
    if (!Q_.empty()) cost_ = -sum / static_cast<double>(Q_.size());
  }

  // All at once, half the way: an entry of Q moves with both of its unknowns.
  void move_unknowns() {
    clear();
    for (std::size_t j = 0; j < program_.n; ++j) {
      for (std::size_t k = program_.columns.begin(j); k < program_.columns.end(j); ++k)
        add(j, columns_[k] + unknown_[j] + row_[index(program_.columns.indices[k])], 1.0);
      for (std::size_t k = program_.Q.begin(j); k < program_.Q.end(j); ++k) {
        const std::size_t i = index(program_.Q.indices[k]);
        const double value = Q_[k] + cost_ + unknown_[i] + unknown_[j];
        add(i, value, 2.0);
        if (i != j) add(j, value, 2.0);
      }
    }
    for (std::size_t j = 0; j < unknown_.size(); ++j)
      if (count_[j] > 0.0) unknown_[j] -= sum_[j] / count_[j];
  }

  void clear() {
    std::fill(sum_.begin(), sum_.end(), 0.0);
    std::fill(count_.begin(), count_.end(), 0.0);
  }
  void add(std::size_t line, double value, double weight) {
    sum_[line] += value;
    count_[line] += weight;
  }

  const Program& program_;
  std::span<double> Q_, columns_;    // logarithms of entries
  std::span<double> unknown_, row_;  // logarithms of factors
  double cost_ = 0.0;
  std::span<double> sum_, count_;
};

// Divides the factors of the lines of [Q, A'; A, 0] by the roots of their largest entries. Returns how far the
// largest entries are from one.
double sweep_once(const Program& program, const Equilibration& units, std::span<double> largest) {
  const std::size_t n = program.n;
  std::fill(largest.begin(), largest.end(), 0.0);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = program.Q.begin(j); k < program.Q.end(j); ++k) {
      const std::size_t i = index(program.Q.indices[k]);
      const double size = std::fabs(program.Q.values[k]) * units.unknown[i] * units.unknown[j];
      largest[i] = std::max(largest[i], size);
      largest[j] = std::max(largest[j], size);
    }
    for (std::size_t k = program.columns.begin(j); k < program.columns.end(j); ++k) {
      const std::size_t i = index(program.columns.indices[k]);
      const double size = std::fabs(program.columns.values[k]) * units.row[i] * units.unknown[j];
      largest[n + i] = std::max(largest[n + i], size);
      largest[j] = std::max(largest[j], size);
    }
  }
  double distance = 0.0;
  for (std::size_t k = 0; k < largest.size(); ++k) {
    if (largest[k] == 0.0) continue;
    double& factor = k < n ? units.unknown[k] : units.row[k - n];
    factor = std::clamp(factor / std::sqrt(largest[k]), 1.0 / most_factor, most_factor);
    distance = std::max(distance, std::fabs(1.0 - largest[k]));
  }
  return distance;
}

void apply(Program& program, const Equilibration& units) {
  const std::size_t n = program.n;
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = program.Q.begin(j); k < program.Q.end(j); ++k)
      program.Q.values[k] *= units.unknown[index(program.Q.indices[k])] * units.unknown[j];
    for (std::size_t k = program.columns.begin(j); k < program.columns.end(j); ++k)
      program.columns.values[k] *= units.row[index(program.columns.indices[k])] * units.unknown[j];
    program.p[j] *= units.unknown[j];
    program.lower[j] /= units.unknown[j];
    program.upper[j] /= units.unknown[j];
  }
  for (std::size_t i = 0; i < program.m; ++i) {
    for (std::size_t k = program.rows.begin(i); k < program.rows.end(i); ++k)
      program.rows.values[k] *= units.row[i] * units.unknown[index(program.rows.indices[k])];
    program.lower[n + i] *= units.row[i];
    program.upper[n + i] *= units.row[i];
  }
}

// Without Q the linear objective gets the size one. With Q its factor has made the entries of Q those of A, and the matrix
// of the iteration the same whatever the size of unknowns and multipliers: of these it depends in no other way.
double cost_factor(const Program& program) {
  const double size = largest_magnitude(program.p);
  return program.Q.values.empty() && size > 0.0 ? 1.0 / power_of_two(size) : 1.0;
}

}  // namespace

Equilibration equilibrate(Program& program, Arena& arena) {
  Equilibration units{arena.take<double>(program.n, 1.0), arena.take<double>(program.m, 1.0), 1.0};
  GeometricMeans(program, arena).find(units);
  for (double& value : program.p) value *= units.cost;
  for (double& value : program.Q.values) value *= units.cost;
  const std::span<double> largest = arena.take<double>(program.n + program.m);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    if (sweep_once(program, units, largest) < 0.3) break;
  round_to_powers_of_two(units.unknown);
  round_to_powers_of_two(units.row);
  apply(program, units);
  const double cost = cost_factor(program);
  for (double& value : program.p) value *= cost;
  units.cost *= cost;
  return units;
}

}  // namespace nsds::numerics::polyhedron::proximal
