// How a problem of the collection is written down: the book's formulas with its indices from 1, as generic lambdas
// which are called with numbers for values and with jets for derivatives.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include "support/hock_schittkowski/jet.hpp"
#include "support/hock_schittkowski/nonlinear_program.hpp"

namespace nsds::test::hs {

// The functions of the formulas, for numbers; those for jets are found by their argument.
using std::cos;
using std::exp;
using std::log;
using std::pow;
using std::sin;
using std::sqrt;

template <class S>
S sq(const S& a) {
  return a * a;
}
template <class S>
S cube(const S& a) {
  return a * a * a;
}
template <class S>
S fourth(const S& a) {
  return sq(a * a);
}
template <class S>
S sixth(const S& a) {
  return cube(a * a);
}

inline double value_of(double a) {
  return a;
}
inline double value_of(const Jet& a) {
  return a.value();
}

// x_1 … x_n, c_1 … c_m, of numbers or of jets.
template <class S>
class Indexed {
 public:
  using Scalar = std::remove_const_t<S>;

  explicit Indexed(S* first) : first_(first) {}
  S& operator()(int i) const { return first_[i - 1]; }

 private:
  S* first_;
};

template <class X>
using ScalarOf = typename std::remove_cvref_t<X>::Scalar;

struct Definition {
  Definition(int problem, const std::vector<double>& start_values);

  // lower ≤ x_i ≤ upper for i of first … last, by default for all.
  void within(double least, double most);
  void within(double least, double most, int first, int last);
  void at_least(double least);
  void at_most(double most, int i);

  template <class F>
  void minimize(F formula) {
    objective = formula;
    objective_jet = formula;
  }
  // The formula writes c(1) … c(inequality_rows + equality_rows), those of g first.
  template <class C>
  void subject_to(int inequality_rows, int equality_rows, C formula) {
    inequalities = inequality_rows;
    equalities = equality_rows;
    constraints = formula;
    constraints_jet = formula;
  }

  int number;
  Eigen::VectorXd start, lower, upper;  // (n)
  int inequalities = 0, equalities = 0;
  bool has_multipliers = true;
  double (*objective)(const Indexed<const double>& x) = nullptr;
  Jet (*objective_jet)(const Indexed<const Jet>& x) = nullptr;
  void (*constraints)(const Indexed<const double>& x, const Indexed<double>& c) = nullptr;
  void (*constraints_jet)(const Indexed<const Jet>& x, const Indexed<Jet>& c) = nullptr;
};

// The callbacks of a definition; without the known answers.
NonlinearProgram assembled(const Definition& definition);

// The objective and points of the best known answer; a number that is not there gets nothing.
void add_known_answer(NonlinearProgram& problem);

struct Entry {
  int number;
  Definition (*make)();
};

std::span<const Entry> problems_1_to_24();
std::span<const Entry> problems_25_to_44();
std::span<const Entry> problems_45_to_65();
std::span<const Entry> problems_66_to_81();
std::span<const Entry> problems_83_to_92();
std::span<const Entry> problems_93_to_105();
std::span<const Entry> problems_106_to_112();
std::span<const Entry> problems_113_to_119();

}  // namespace nsds::test::hs
