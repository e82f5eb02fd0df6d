#include "nsds/kernel/integrators/cvode.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cmath>
#include <exception>
#include <memory>
#include <utility>

#include "modeling/checks.hpp"

namespace nsds {

namespace {

struct Free {
  void operator()(N_Vector x) const { N_VDestroy(x); }
  void operator()(SUNMatrix x) const { SUNMatDestroy(x); }
  void operator()(SUNLinearSolver x) const { SUNLinSolFree(x); }
  void operator()(SUNNonlinearSolver x) const { SUNNonlinSolFree(x); }
  void operator()(SUNContext x) const { SUNContext_Free(&x); }
};
template <class Pointer>
using Owned = std::unique_ptr<std::remove_pointer_t<Pointer>, Free>;
/// CVODE's memory is known by a pointer to void.
struct Memory {
  Memory() = default;
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { CVodeFree(&pointer); }
  void* pointer = nullptr;
};

}  // namespace

/// What CVODE keeps, and how it came there: a state is put back by repeating the steps since the last start.
struct Cvode::Implementation {
  explicit Implementation(Method chosen) : method(chosen) {
    SUNContext made = nullptr;
    if (SUNContext_Create(nullptr, &made) != 0) throw Error("CVODE: SUNDIALS gives no context");
    context.reset(made);
  }

  void allocate(const double* values, Index size);
  void setUp(const SmoothOptions& options) const;

  static int evaluate(double t, N_Vector y, N_Vector rate, void* data) {
    Implementation& d = *static_cast<Implementation*>(data);
    return d.owner->rightHandSide(t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate));
  }

  struct Towards {
    double tEnd;
    double steps;
  };

  Method method;
  Cvode* owner = nullptr;
  Owned<SUNContext> context;
  Owned<N_Vector> y;
  Owned<SUNMatrix> matrix;
  Owned<SUNLinearSolver> linear;
  Owned<SUNNonlinearSolver> fixedPoint;
  std::unique_ptr<Memory> memory;
  std::exception_ptr thrown;  // by the system
  std::string message;        // CVODE's

  bool running = false;  // the history goes on
  double begin = 0.0;    // of the history
  Vector beginQ, beginV;
  std::vector<Towards> towards;       // the steps since
  long rejected = 0, iterations = 0;  // of the history, counted already
  Vector q, v, a, rate;               // work
};

/// Makes CVODE's memory, which is for one number of unknowns.
void Cvode::Implementation::allocate(const double* values, Index size) {
  memory.reset();
  y.reset(N_VNew_Serial(size, context.get()));
  std::copy_n(values, size, N_VGetArrayPointer(y.get()));
  memory = std::make_unique<Memory>();
  memory->pointer = CVodeCreate(method == Method::bdf ? CV_BDF : CV_ADAMS, context.get());
  if (memory->pointer == nullptr) throw Error("CVODE: no memory");
  void* const cvode = memory->pointer;
  // CVODE would print its messages; the last one is kept for the error that is thrown.
  CVodeSetErrHandlerFn(
      cvode,
      [](int, const char*, const char*, char* text, void* data) {
        static_cast<Implementation*>(data)->message = text;
      },
      this);
  CVodeInit(cvode, evaluate, begin, y.get());
  CVodeSetUserData(cvode, this);
  CVodeSetMaxHnilWarns(cvode, -1);
  // The stiff formulas need Newton's method, with a dense Jacobian by differences. Those of Adams converge by
  // fixed-point iteration.
  if (method == Method::bdf) {
    matrix.reset(SUNDenseMatrix(size, size, context.get()));
    linear.reset(SUNLinSol_Dense(y.get(), matrix.get(), context.get()));
    CVodeSetLinearSolver(cvode, linear.get(), matrix.get());
  } else {
    fixedPoint.reset(SUNNonlinSol_FixedPoint(y.get(), 0, context.get()));
    CVodeSetNonlinearSolver(cvode, fixedPoint.get());
  }
}

void Cvode::Implementation::setUp(const SmoothOptions& options) const {
  void* const cvode = memory->pointer;
  CVodeSStolerances(cvode, options.relativeTolerance, options.absoluteTolerance);
  CVodeSetInitStep(cvode, options.initialStep);
  CVodeSetMaxStep(cvode, 0.0);  // CVODE refuses a minimum above the maximum of earlier options
  CVodeSetMinStep(cvode, options.minStep);
  CVodeSetMaxStep(cvode, std::isfinite(options.maxStep) ? options.maxStep : 0.0);
}

Cvode::Cvode(const Options& options)
    : SmoothIntegrator(options), impl_(std::make_unique<Implementation>(options.method)) {
  check::that(options.fixedStep == 0.0, "CVODE chooses its steps; a fixed step of {} is not to be had",
              options.fixedStep);
}
Cvode::~Cvode() = default;
Cvode::Cvode(Cvode&& other) noexcept = default;

int Cvode::order() const {
  return impl_->method == Method::bdf ? 5 : 12;
}
Cvode::Method Cvode::method() const {
  return impl_->method;
}
int Cvode::lastOrder() const {
  int order = 0;
  if (impl_->memory != nullptr) CVodeGetLastOrder(impl_->memory->pointer, &order);
  return order;
}

void Cvode::doStart() {
  doForget();
  impl_->towards.clear();
}

void Cvode::doForget() {
  impl_->running = false;
}

/// Begins a history at (t0_, q0_, v0_).
void Cvode::startHistory() {
  Implementation& d = *impl_;
  d.begin = t0_;
  d.beginQ = q0_;
  d.beginV = v0_;
  d.towards.clear();
  d.rejected = d.iterations = 0;
  const Index n = positions() + dofs();
  Vector start(n);
  start << q0_, v0_;
  d.q.resize(positions());
  d.rate.resize(positions());
  d.v.resize(dofs());
  d.a.resize(dofs());
  if (d.memory == nullptr || N_VGetLength(d.y.get()) != n) {
    d.allocate(start.data(), n);
  } else {
    std::copy_n(start.data(), n, N_VGetArrayPointer(d.y.get()));
    CVodeReInit(d.memory->pointer, t0_, d.y.get());
  }
  d.setUp(options());
  d.running = true;
}

double Cvode::doChosenStep(double tEnd) {
  Implementation& d = *impl_;
  // A step within the rounding of time moves nothing.
  const double shortest = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(tEnd);
  if (tEnd - t0_ <= shortest) {
    q1_ = q0_;
    v1_ = v0_;
    doStart();
    return tEnd;
  }
  // CVODE chooses the step, which has to move time.
  if (!d.running) startHistory();
  const double t = advance(tEnd);
  if (t - t0_ <= shortest && t < tEnd) {
    d.message = "the error control asks for steps too short to move time";
    fail(CV_TOO_CLOSE);
  }
  // The ends that steps aimed at are kept, so that the history can be made again.
  if (d.towards.empty() || d.towards.back().tEnd != tEnd) d.towards.push_back({tEnd, 0.0});
  d.towards.back().steps += 1.0;
  unpack(N_VGetArrayPointer(d.y.get()), q1_, v1_);
  double next = 0.0;
  CVodeGetCurrentStep(d.memory->pointer, &next);
  proposeStep(next);
  // CVODE counts from the start of the history.
  long rejected = 0, iterations = 0;
  CVodeGetNumErrTestFails(d.memory->pointer, &rejected);
  CVodeGetNumNonlinSolvIters(d.memory->pointer, &iterations);
  countRejected(rejected - std::exchange(d.rejected, rejected));
  countIterations(iterations - std::exchange(d.iterations, iterations));
  return t;
}

/// Takes one internal step of CVODE towards tEnd.
double Cvode::advance(double tEnd) {
  Implementation& d = *impl_;
  d.owner = this;
  d.thrown = nullptr;
  d.message.clear();
  CVodeSetStopTime(d.memory->pointer, tEnd);
  double t = 0.0;
  const int flag = CVode(d.memory->pointer, tEnd, d.y.get(), &t, CV_ONE_STEP);
  if (flag < 0) fail(flag);
  return t;
}

void Cvode::fail(int flag) {
  Implementation& d = *impl_;
  d.running = false;
  d.towards.clear();
  if (d.thrown != nullptr) std::rethrow_exception(std::exchange(d.thrown, nullptr));
  const std::string minimum =
      options().minStep > 0.0 ? fmt::format(", the minimum being minStep = {:.3g} s", options().minStep) : "";
  throw StepSizeError(fmt::format(
      "{} at t = {}: {} (flag {}){}; the motion is not smooth there, or the tolerances are below round-off",
      name(), t0_, d.message, flag, minimum));
}

/// Computes (q̇, v̇) at (q, v). Returns 1 if that is not a number, which asks CVODE for a shorter step, and
/// −1 if the system threw.
int Cvode::rightHandSide(double t, const double* y, double* rate) {
  Implementation& d = *impl_;
  try {
    unpack(y, d.q, d.v);
    evaluateRate(d.q, d.v, d.rate);
    accelerate(t, d.q, d.v, d.a);
  } catch (...) {
    d.thrown = std::current_exception();
    return -1;
  }
  std::copy_n(d.rate.data(), positions(), rate);
  std::copy_n(d.a.data(), dofs(), rate + positions());
  return d.rate.allFinite() && d.a.allFinite() ? 0 : 1;
}

void Cvode::doInterpolate(double t, VectorRef q, VectorRef v) {
  Implementation& d = *impl_;
  if (d.towards.empty()) {  // nothing moved within the rounding of time
    q = q1_;
    v = v1_;
    return;
  }
  Owned<N_Vector> dense(N_VClone(d.y.get()));
  const int flag = CVodeGetDky(d.memory->pointer, t, 0, dense.get());
  if (flag < 0) throw Error(fmt::format("{}: no dense output at t = {}: {}", name(), t, d.message));
  unpack(N_VGetArrayPointer(dense.get()), q, v);
}

void Cvode::unpack(const double* y, VectorRef q, VectorRef v) {
  q = VectorView(y, positions());
  v = VectorView(y + positions(), dofs());
  normalise(q);
}

void Cvode::doSave(std::vector<double>& numbers) const {
  const Implementation& d = *impl_;
  numbers.push_back(d.running ? 1.0 : 0.0);
  numbers.push_back(d.towards.empty() ? 0.0 : 1.0);
  if (d.towards.empty()) return;
  numbers.push_back(d.begin);
  for (const Vector* x : {&d.beginQ, &d.beginV})
    numbers.insert(numbers.end(), x->data(), x->data() + x->size());
  numbers.push_back(static_cast<double>(d.towards.size()));
  for (const auto& [tEnd, steps] : d.towards) {
    numbers.push_back(tEnd);
    numbers.push_back(steps);
  }
}

/// Repeats the steps since the last start. The last of them has dense output, whether the history leads on or
/// not.
void Cvode::doRestore(SavedNumbers& numbers) {
  Implementation& d = *impl_;
  const bool running = numbers.nextFlag();
  if (!numbers.nextFlag()) return;
  // The history begins where it began then. The state before the step is put back at the end.
  const Vector q0 = q0_;
  const Vector v0 = v0_;
  const double t0 = std::exchange(t0_, numbers.next());
  numbers.next(q0_);
  numbers.next(v0_);
  startHistory();
  // CVODE's history cannot be copied, but the same steps towards the same ends make it again.
  const Index count = numbers.nextIndex(std::numeric_limits<std::int32_t>::max());
  for (Index i = 0; i < count; ++i) {
    const double tEnd = numbers.next();
    d.towards.push_back(
        {tEnd, static_cast<double>(numbers.nextIndex(std::numeric_limits<std::int32_t>::max()))});
    const auto steps = static_cast<std::int64_t>(d.towards.back().steps);
    for (std::int64_t k = 0; k < steps; ++k) advance(d.towards.back().tEnd);
  }
  // What the repeated steps counted had been counted already.
  CVodeGetNumErrTestFails(d.memory->pointer, &d.rejected);
  CVodeGetNumNonlinSolvIters(d.memory->pointer, &d.iterations);
  t0_ = t0;
  q0_ = q0;
  v0_ = v0;
  d.running = running;
}

}  // namespace nsds
