#include "nsds/kernel/integrators/explicit_runge_kutta.hpp"

namespace nsds {

/// Row i of A makes stage i from those before; b makes the end of the step.
struct ExplicitRungeKutta::Tableau {
  const char* name;
  int order;
  int errorOrder;  // of the difference between b and the embedded weights
  std::vector<double> c;
  std::vector<std::vector<double>> A;
  std::vector<double> b;
  std::vector<double> embedded;
  bool lastIsEnd;  // the last stage stands at the end of the step
};

const ExplicitRungeKutta::Tableau& ExplicitRungeKutta::heun2() {
  static const Tableau tableau{"Heun", 2, 2, {0.0, 1.0}, {{}, {1.0}}, {0.5, 0.5}, {1.0, 0.0}, false};
  return tableau;
}

const ExplicitRungeKutta::Tableau& ExplicitRungeKutta::bogackiShampine3() {
  static const Tableau tableau{"BS3",
                               3,
                               3,
                               {0.0, 1.0 / 2, 3.0 / 4, 1.0},
                               {{}, {1.0 / 2}, {0.0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}},
                               {2.0 / 9, 1.0 / 3, 4.0 / 9, 0.0},
                               {7.0 / 24, 1.0 / 4, 1.0 / 3, 1.0 / 8},
                               true};
  return tableau;
}

const ExplicitRungeKutta::Tableau& ExplicitRungeKutta::fehlberg45() {
  static const Tableau tableau{"RKF45",
                               4,
                               5,
                               {0.0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1.0, 1.0 / 2},
                               {{},
                                {1.0 / 4},
                                {3.0 / 32, 9.0 / 32},
                                {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
                                {439.0 / 216, -8.0, 3680.0 / 513, -845.0 / 4104},
                                {-8.0 / 27, 2.0, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40}},
                               {25.0 / 216, 0.0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0.0},
                               {16.0 / 135, 0.0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55},
                               false};
  return tableau;
}

ExplicitRungeKutta::ExplicitRungeKutta(const Tableau& tableau, const SmoothOptions& options)
    : SmoothIntegrator(options), tableau_(tableau) {}

std::string ExplicitRungeKutta::name() const {
  return tableau_.name;
}

int ExplicitRungeKutta::order() const {
  return tableau_.order;
}

int ExplicitRungeKutta::errorOrder() const {
  return tableau_.errorOrder;
}

void ExplicitRungeKutta::doStart() {
  rates_.resize(tableau_.c.size());
  accelerations_.resize(tableau_.c.size());
  for (Vector& rate : rates_) rate.setZero(positions());
  for (Vector& acceleration : accelerations_) acceleration.setZero(dofs());
  for (Vector* x : {&q_, &errorQ_}) x->setZero(positions());
  for (Vector* x : {&v_, &errorV_}) x->setZero(dofs());
}

double ExplicitRungeKutta::doStep(double h) {
  const Tableau& m = tableau_;
  const std::size_t stages = m.c.size();
  const std::size_t inner = m.lastIsEnd ? stages - 1 : stages;
  // Stages within the step
  evaluateRate(q0_, v0_, rates_[0]);
  accelerations_[0] = beginAcceleration();
  for (std::size_t i = 1; i < inner; ++i) {
    q_ = q0_;
    v_ = v0_;
    for (std::size_t j = 0; j < i; ++j) {
      q_ += h * m.A[i][j] * rates_[j];
      v_ += h * m.A[i][j] * accelerations_[j];
    }
    normalise(q_);
    evaluateRate(q_, v_, rates_[i]);
    accelerate(t0_ + m.c[i] * h, q_, v_, accelerations_[i]);
  }
  // The end of the step, where a last stage begins the next one
  q_.setZero();
  v_.setZero();
  for (std::size_t j = 0; j < inner; ++j) {
    q_ += h * m.b[j] * rates_[j];
    v_ += h * m.b[j] * accelerations_[j];
  }
  advance(q_, v_);
  if (m.lastIsEnd) {
    evaluateRate(q1_, v1_, rates_[inner]);
    accelerate(t1_, q1_, v1_, accelerations_[inner]);
    a1_ = accelerations_[inner];
    endKnown_ = true;
  }
  // The error is the difference to the embedded result.
  errorQ_.setZero();
  errorV_.setZero();
  for (std::size_t j = 0; j < stages; ++j) {
    errorQ_ += h * (m.b[j] - m.embedded[j]) * rates_[j];
    errorV_ += h * (m.b[j] - m.embedded[j]) * accelerations_[j];
  }
  return scaledError(errorQ_, errorV_);
}

}  // namespace nsds
