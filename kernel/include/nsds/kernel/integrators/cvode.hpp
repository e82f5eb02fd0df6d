// CVODE of SUNDIALS on the index-1 form: multistep methods of variable order, Adams-Moulton's to order 12, or
// backward differentiation formulae to order 5 for stiff motion (Hindmarsh et al. 2005, ACM Trans. Math.
// Softw. 31, 363-396). It exists in builds with NSDS_SUNDIALS; #include it in addition to
// nsds/kernel.hpp.
//
// The dense output is CVODE's own polynomial, of the order of the step. An event restarts the method at order
// 1, so that it suits long smooth motion and expensive forces. The constraints on positions and velocities
// drift with the integration error, as those of DOPRI5 do. CVODE's own search for roots is not used: it finds
// changes of sign between the ends of steps, and misses a gap that closes and opens within one, which the
// search of EventDriven for minima does not.
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

  /// Errors: InvalidArgument naming the option; CVODE takes no steps of fixed length.
  explicit Cvode(const Options& options = {});
  ~Cvode() override;
  Cvode(Cvode&& other) noexcept;
  std::string name() const override { return "CVODE"; }
  /// The highest order that the method may use.
  int order() const override;
  /// The order of the last step; 0 before the first.
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
  void doRestore(SavedNumbers& numbers) override;

  void startHistory();
  double advance(double tEnd);
  void unpack(const double* y, VectorRef q, VectorRef v);
  int rightHandSide(double t, const double* y, double* rate);
  [[noreturn]] void fail(int flag);

  std::unique_ptr<Implementation> impl_;
};

}  // namespace nsds
