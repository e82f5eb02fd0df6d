#include "truth/exact.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace nsds::test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Fraction = boost::multiprecision::cpp_rational;
using Row = std::vector<Fraction>;

enum class Side { between, lower, upper };

class Search {
 public:
  explicit Search(const AffineProblem& problem)
      : problem_(problem), n_(static_cast<std::size_t>(problem.size())), place_(n_), x_(n_) {}

  std::optional<std::vector<VectorXd>> all() {
    if (!choose(0)) return std::nullopt;
    return found_;
  }

 private:
  double lower(std::size_t i) const { return problem_.lower[static_cast<Index>(i)]; }
  double upper(std::size_t i) const { return problem_.upper[static_cast<Index>(i)]; }
  Fraction M(std::size_t i, std::size_t j) const {
    return Fraction(problem_.M(static_cast<Index>(i), static_cast<Index>(j)));
  }

  bool choose(std::size_t i) {
    if (i == n_) return try_places();
    if (std::isfinite(lower(i))) {
      place_[i] = Side::lower;
      if (!choose(i + 1)) return false;
    }
    if (lower(i) == upper(i)) return true;
    if (std::isfinite(upper(i))) {
      place_[i] = Side::upper;
      if (!choose(i + 1)) return false;
    }
    place_[i] = Side::between;
    return choose(i + 1);
  }

  // False where the rows between depend on each other.
  bool try_places() {
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < n_; ++i) {
      if (place_[i] == Side::between)
        free.push_back(i);
      else
        x_[i] = Fraction(place_[i] == Side::lower ? lower(i) : upper(i));
    }
    if (!solve(free)) return false;
    for (std::size_t i = 0; i < n_; ++i)
      if (!is_on_its_side(i)) return true;
    VectorXd z(static_cast<Index>(n_));
    for (std::size_t i = 0; i < n_; ++i) z[static_cast<Index>(i)] = static_cast<double>(x_[i]);
    found_.push_back(z);
    return true;
  }

  Fraction row(std::size_t i) const {
    Fraction w(problem_.q[static_cast<Index>(i)]);
    for (std::size_t j = 0; j < n_; ++j) w += M(i, j) * x_[j];
    return w;
  }

  bool is_on_its_side(std::size_t i) const {
    if (place_[i] == Side::between)
      return (!std::isfinite(lower(i)) || x_[i] >= Fraction(lower(i))) &&
             (!std::isfinite(upper(i)) || x_[i] <= Fraction(upper(i)));
    if (lower(i) == upper(i)) return true;
    return place_[i] == Side::lower ? row(i) >= 0 : row(i) <= 0;
  }

  // Gauss and Jordan.
  bool solve(const std::vector<std::size_t>& free) {
    for (const std::size_t j : free) x_[j] = 0;
    std::vector<Row> rows;
    for (const std::size_t i : free) {
      Row made;
      for (const std::size_t j : free) made.push_back(M(i, j));
      made.push_back(-row(i));
      rows.push_back(made);
    }
    const std::size_t size = free.size();
    for (std::size_t k = 0; k < size; ++k) {
      std::size_t pivot = k;
      while (pivot < size && rows[pivot][k] == 0) ++pivot;
      if (pivot == size) return false;
      std::swap(rows[k], rows[pivot]);
      for (std::size_t i = 0; i < size; ++i) {
        if (i == k || rows[i][k] == 0) continue;
        const Fraction factor = rows[i][k] / rows[k][k];
        for (std::size_t j = k; j <= size; ++j) rows[i][j] -= factor * rows[k][j];
      }
    }
    for (std::size_t k = 0; k < size; ++k) x_[free[k]] = rows[k][size] / rows[k][k];
    return true;
  }

  const AffineProblem& problem_;
  std::size_t n_;
  std::vector<Side> place_;
  Row x_;
  std::vector<VectorXd> found_;
};

}  // namespace

std::optional<std::vector<VectorXd>> all_solutions(const AffineProblem& problem) {
  return Search(problem).all();
}

}  // namespace nsds::test
