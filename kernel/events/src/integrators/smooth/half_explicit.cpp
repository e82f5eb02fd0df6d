#include "nsds/kernel/integrators/half_explicit.hpp"

#include <cmath>

namespace nsds {

/// Row i of A, i = 1 ... stages - 1, makes stage i from those before; b makes the end of the step.
struct HalfExplicit::Tableau {
  const char* name;
  int order;
  int errorOrder;
  std::vector<double> c;
  std::vector<std::vector<double>> A;
  std::vector<double> b;
  std::vector<double> embedded;  // weights of a lower order
  std::vector<double> coarse;    // of a still lower one, or none
  double mix;                    // weight of the coarse difference
};

// Accelerations of the first stages, whose weight in b is zero, are off by O(h) along the forces of the
// constraints. Errors are estimated by the differences with quadratures that leave them out: HEM5's O(h^4)
// and O(h^3), BH5's O(h^3) and O(h^2). BH3 has no others, and what its first stage adds to O(h^3) is taken
// out with what breaks the constraints on velocities.
//
// Row sums, the conditions on A c and A c^2 and the quadratures were checked in exact or double arithmetic.
const HalfExplicit::Tableau& HalfExplicit::hem5() {
  static const Tableau tableau{
      "HEM5",
      5,
      5,
      {0.0, 0.1, 0.15, 0.3614787346573635, 0.08535584335486351, 0.5, 0.8, 1.0},
      {{},
       {0.1},
       {0.0375, 0.1125},
       {0.3222169236216038, -1.188883322987607, 1.228145134023366},
       {-0.03501123898129943, 0.3725420601086163, -0.2721053535582034, 0.01993037578575077},
       {-0.5576547055042005, 1.367307289645883, -1.732236360460725, 0.4587772007467548, 0.9638065755722880},
       {0.08654517193566155, -0.08810082847945416, 0.1981275547329404, -0.4645422679331083,
        0.1615170091109488, 0.9064533606330119},
       {0.0, 0.0, 0.0, 3.624477248753816, -0.4617724189181256, -3.198024628164272, 1.035319798328740}},
      {0.0, 0.0, 0.0, 0.2467760667636791, 0.2106594087489728, 0.1769218149125021, 0.3064446444147922,
       0.05919806516005373},
      {0.0, 0.0, 0.0, 3.624477248753816, -0.4617724189181256, -3.198024628164272, 1.035319798328740},
      {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.5, -1.5},
      0.01};
  return tableau;
}

const HalfExplicit::Tableau& HalfExplicit::bh3() {
  static const Tableau tableau{"BH3",
                               3,
                               3,
                               {0.0, 1.0 / 3, 1.0},
                               {{}, {1.0 / 3}, {-1.0, 2.0}},
                               {0.0, 3.0 / 4, 1.0 / 4},
                               {1.0 / 2, 0.0, 1.0 / 2},
                               {},
                               0.0};
  return tableau;
}

const HalfExplicit::Tableau& HalfExplicit::bh5() {
  static const double r = std::sqrt(6.0);
  static const Tableau tableau{"BH5",
                               4,
                               4,
                               {0.0, 3.0 / 10, (4 - r) / 10, (4 + r) / 10, 1.0},
                               {{},
                                {3.0 / 10},
                                {(1 + r) / 30, (11 - 4 * r) / 30},
                                {(-79 - 31 * r) / 150, (-1 - 4 * r) / 30, (24 + 11 * r) / 25},
                                {(14 + 5 * r) / 6, (-8 + 7 * r) / 6, (-9 - 7 * r) / 4, (9 - r) / 4}},
                               {0.0, 0.0, (16 - r) / 36, (16 + r) / 36, 1.0 / 9},
                               {0.0, 0.0, (6 - r) / 12, (6 + r) / 12},
                               {0.0, 0.0, 0.0, 1.0},
                               0.5};
  return tableau;
}

HalfExplicit::HalfExplicit(const Tableau& tableau, const SmoothOptions& options)
    : SmoothIntegrator(options), tableau_(tableau) {}

std::string HalfExplicit::name() const {
  return tableau_.name;
}

int HalfExplicit::order() const {
  return tableau_.order;
}

int HalfExplicit::errorOrder() const {
  return tableau_.errorOrder;
}

void HalfExplicit::doStart() {
  rates_.resize(tableau_.c.size());
  accelerations_.resize(tableau_.c.size());
  for (Vector& rate : rates_) rate.setZero(positions());
  for (Vector& acceleration : accelerations_) acceleration.setZero(dofs());
  for (Vector* x : {&q_, &lastQ_, &errorQ_}) x->setZero(positions());
  for (Vector* x : {&v_, &lastV_, &errorV_, &force_}) x->setZero(dofs());
  right_.setZero(constraints());
  for (Matrix* x : {&G_, &last_, &D_}) x->setZero(constraints(), dofs());
}

/// Goes from stage i − 1, which is in q_ and v_, to stage i; after the last one, to the end of the step.
void HalfExplicit::stage(double h, std::size_t i, double weightOfLast) {
  const bool end = i == tableau_.c.size();
  const std::vector<double>& a = end ? tableau_.b : tableau_.A[i];
  const double t = t0_ + tableau_.c[i - 1] * h;
  const double next = end ? t0_ + h : t0_ + tableau_.c[i] * h;
  // Stage i − 1 gives its rate and its force; its acceleration waits for the multiplier.
  evaluateRate(q_, v_, rates_[i - 1]);
  evaluateForce(t, q_, v_, force_);
  if (system().oblique()) system().forceDirections(t, q_, D_);
  // Stage i is explicit in all rates, and in all accelerations but that of stage i − 1.
  lastQ_.swap(q_);
  lastV_.swap(v_);
  q_ = q0_;
  v_ = v0_;
  for (std::size_t j = 0; j < i; ++j) {
    if (a[j] == 0.0) continue;
    q_ += h * a[j] * rates_[j];
    if (j + 1 < i) v_ += h * a[j] * accelerations_[j];
  }
  normalise(q_);
  // The multiplier of stage i − 1 is such that the velocity of stage i satisfies G v + g_t = 0, which
  // prescribes G times the missing acceleration.
  if (constraints() != 0) {
    evaluateJacobian(next, q_, G_);
    system().timeDerivative(next, q_, right_);
    right_.noalias() += G_ * v_;
    right_ *= -1.0 / (h * weightOfLast);
  }
  // The force of the constraints acts along their directions at stage i − 1.
  solve(lastQ_, system().oblique() ? D_ : last_, G_, force_, right_, accelerations_[i - 1]);
  v_ += h * weightOfLast * accelerations_[i - 1];
  last_.swap(G_);
}

double HalfExplicit::doStep(double h) {
  q_ = q0_;
  v_ = v0_;
  if (constraints() != 0) last_ = jacobianAt(t0_, q0_);
  const std::size_t stages = tableau_.c.size();
  for (std::size_t i = 1; i < stages; ++i) stage(h, i, tableau_.A[i][i - 1]);
  stage(h, stages, tableau_.b[stages - 1]);
  q1_ = q_;
  v1_ = v_;
  if (constraints() != 0) keepJacobian(t1_, q1_, last_);
  return estimate(h);
}

/// Estimates the error by the fine difference alone, or by its square over its sum with a coarser one, which
/// raises the order by one (Brasey 1994).
double HalfExplicit::estimate(double h) {
  const double fine = difference(h, tableau_.embedded);
  if (tableau_.coarse.empty()) return fine;
  const double sum = fine + tableau_.mix * difference(h, tableau_.coarse);
  return sum < 1e-13 ? 0.0 : fine * fine / sum;
}

/// Measures how far the result with other weights is from the end of the step, without what breaks the
/// constraints.
double HalfExplicit::difference(double h, const std::vector<double>& weights) {
  errorQ_ = q0_ - q1_;
  errorV_ = v0_ - v1_;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (weights[j] == 0.0) continue;
    errorQ_ += h * weights[j] * rates_[j];
    errorV_ += h * weights[j] * accelerations_[j];
  }
  if (constraints() != 0) removeViolation(errorV_);
  return scaledError(errorQ_, errorV_);
}

}  // namespace nsds
