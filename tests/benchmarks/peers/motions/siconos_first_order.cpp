#include "benchmarks/peers/motions/siconos_first_order.hpp"

#include <cmath>

namespace nsds::bench {
namespace {

class Thresholds final : public FirstOrderType2R {
 public:
  void computeh(double, const BlockVector& x, const SiconosVector&, SiconosVector& y) override {
    for (unsigned i : {0U, 1U}) {
      y.setValue(i, 4.0 - x.getValue(i));
      y.setValue(i + 2, 8.0 - x.getValue(i));
    }
  }
  void computeg(double, const SiconosVector& l, BlockVector& r) override {
    r.setValue(0, 40.0 * (1.0 - l.getValue(2)) * l.getValue(1));
    r.setValue(1, 40.0 * l.getValue(0) * (1.0 - l.getValue(3)));
  }
  void computeJachx(double, const BlockVector&, const SiconosVector&, SimpleMatrix& C) override {
    C.zero();
    for (unsigned i : {0U, 1U}) {
      C.setValue(i, i, -1.0);
      C.setValue(i + 2, i, -1.0);
    }
  }
  void computeJachlambda(double, const BlockVector&, const SiconosVector&, SimpleMatrix& D) override {
    D.zero();
  }
  void computeJacglambda(double, const SiconosVector& l, SimpleMatrix& B) override {
    B.zero();
    B.setValue(0, 1, 40.0 * (1.0 - l.getValue(2)));
    B.setValue(0, 2, -40.0 * l.getValue(1));
    B.setValue(1, 0, 40.0 * (1.0 - l.getValue(3)));
    B.setValue(1, 3, -40.0 * l.getValue(0));
  }
};

constexpr double L = 200e-6, period = 20e-6, R = 1.0, R1 = 1e-3, R2 = 1e3, A = 100.0;

class Switches final : public FirstOrderNonLinearR {
 public:
  void computeh(double t, const BlockVector& x, const SiconosVector& l, BlockVector&,
                SiconosVector& y) override {
    const double phase = t / period;
    const double E = 7.5 - 10.0 * (phase - std::ceil(phase - 1e-6) + 1.0);
    const auto at = [&](unsigned i) { return l.getValue(i); };
    y.setValue(0, at(4) - E);
    y.setValue(1, x.getValue(0) - at(3) / R);
    y.setValue(2, at(2) - 20.0 + at(0) * (at(6) + R1));
    y.setValue(3, at(2) + at(1) * (at(8) + R1));
    y.setValue(4, x.getValue(0) - at(0) - at(1));
    y.setValue(5, R2 - at(6) - R1);
    y.setValue(6, A * (at(4) - at(3)) + at(5));
    y.setValue(7, R2 - at(8) - R1);
    y.setValue(8, at(7) - at(2));
  }
  void computeg(double, const BlockVector&, const SiconosVector& l, BlockVector&, BlockVector& r) override {
    r.setValue(0, (l.getValue(2) - l.getValue(3)) / L);
  }
  void computeJachx(double, const BlockVector&, const SiconosVector&, BlockVector&,
                    SimpleMatrix& C) override {
    C.zero();
    C.setValue(1, 0, 1.0);
    C.setValue(4, 0, 1.0);
  }
  void computeJachlambda(double, const BlockVector&, const SiconosVector& l, BlockVector&,
                         SimpleMatrix& D) override {
    D.zero();
    D.setValue(0, 4, 1.0);
    D.setValue(1, 3, -1.0 / R);
    D.setValue(2, 2, 1.0);
    D.setValue(2, 0, l.getValue(6) + R1);
    D.setValue(2, 6, l.getValue(0));
    D.setValue(3, 2, 1.0);
    D.setValue(3, 1, l.getValue(8) + R1);
    D.setValue(3, 8, l.getValue(1));
    D.setValue(4, 0, -1.0);
    D.setValue(4, 1, -1.0);
    D.setValue(5, 6, -1.0);
    D.setValue(6, 4, A);
    D.setValue(6, 3, -A);
    D.setValue(6, 5, 1.0);
    D.setValue(7, 8, -1.0);
    D.setValue(8, 2, -1.0);
    D.setValue(8, 7, 1.0);
  }
  void computeJacgx(double, const BlockVector&, const SiconosVector&, BlockVector&,
                    SimpleMatrix& K) override {
    K.zero();
  }
  void computeJacglambda(double, const BlockVector&, const SiconosVector&, BlockVector&,
                         SimpleMatrix& B) override {
    B.zero();
    B.setValue(0, 2, 1.0 / L);
    B.setValue(0, 3, -1.0 / L);
  }
};

}  // namespace

std::shared_ptr<Interaction> make_network_thresholds() {
  return std::make_shared<Interaction>(std::make_shared<RelayNSL>(4, 0.0, 1.0),
                                       std::make_shared<Thresholds>());
}

std::shared_ptr<Interaction> make_ideal_switches() {
  return std::make_shared<Interaction>(std::make_shared<MixedComplementarityConditionNSL>(9, 5),
                                       std::make_shared<Switches>());
}

}  // namespace nsds::bench
