// CVODE of SUNDIALS on the index-1 form: multistep methods of variable order, Adams-Moulton's to order 12, or
// backward differentiation formulae to order 5 for stiff motion (Hindmarsh et al. 2005, ACM Trans. Math.
// Softw. 31, 363-396). In builds with NSDS_SUNDIALS; #include it beside nsds/kernel.hpp.
//
// Between the ends of a step it is CVODE's own polynomial, of the order of the step. An event starts it anew,
// at order 1: it is for long smooth motion, and forces that are dear. The constraints on positions and
// velocities drift with the integration error, as DOPRI5's do. CVODE's own search for roots is not used: it
// takes sign changes between the ends of steps, and misses a gap that closes and opens within one, which the
// engine's search by minima does not.
#pragma once

#include <memory>

#include "nsds/kernel/integrators/smooth_integrator.hpp"

namespace nsds {

struct CvodeOptions : SmoothOptions {
  enum class Method {
    adams,  ///< corrected by fixed-point iterations
    bdf,    ///< corrected by Newton's method; Jacobians are dense, by differences
  };

  Method method = Method::adams;
};

class NSDS_KERNEL_API Cvode final : public SmoothIntegrator {
 public:
  using Options = CvodeOptions;
  using Method = Options::Method;

  /// Errors: InvalidArgument naming the option; steps of fixed length are not to be had.
  explicit Cvode(const Options& options = {});
  ~Cvode() override;
  Cvode(Cvode&& other) noexcept;
  std::string name() const override { return "CVODE"; }
  /// The highest.
  int order() const override;
  /// Of the last step; 0 before the first.
  int lastOrder() const;
  Method method() const;

 private:
  struct Implementation;

  bool choosesSteps() const override { return true; }
  double doStep(double) override { return 0.0; }
  int errorOrder() const override { return order(); }
  bool projects() const override { return false; }
  void doStart() override;
  void doForget() override;
  double doChosenStep(double tEnd) override;
  void doInterpolate(double t, VectorRef q, VectorRef v) override;
  void doSave(std::vector<double>& numbers) const override;
  void doRestore(const double*& from) override;

  void startHistory();
  double advance(double tEnd);
  void unpack(const double* y, VectorRef q, VectorRef v);
  int rightHandSide(double t, const double* y, double* rate);
  [[noreturn]] void fail(int flag);

  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds
