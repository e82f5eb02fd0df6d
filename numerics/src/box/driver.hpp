// The frame around every solver of a class over boxes: what lcp/driver.cpp is for the LCP.
#pragma once

#include <algorithm>
#include <optional>
#include <span>

#include "box/registry.hpp"
#include "core/call_checks.hpp"
#include "core/workspace.hpp"
#include "linalg/matrix_claim.hpp"

namespace nsds::numerics {

// A function of the class, borrowed for the length of a call: the problem with its units; nothing, and a
// sentence, where it is not admissible.
class Describe {
 public:
  template <class Function>
  Describe(const Function& function)  // NOLINT(google-explicit-constructor)
      : function_(&function), call_([](const void* f, Arena& arena, const Sentence& sentence) {
          return (*static_cast<const Function*>(f))(arena, sentence);
        }) {}
  std::optional<BoxProblem> operator()(Arena& arena, const Sentence& sentence) const {
    return call_(function_, arena, sentence);
  }

 private:
  const void* function_;
  std::optional<BoxProblem> (*call_)(const void* function, Arena& arena, const Sentence& sentence);
};

// The caller's vectors, which may be several, and in other units than those of the box.
class Unknowns {
 public:
  // Are they there, and finite where they are read? False, and a sentence.
  virtual bool check(const BoxProblem& problem, bool warm_start, const Sentence& sentence) const = 0;
  // z: (n) out.
  virtual void read(const BoxProblem& problem, std::span<double> z) const = 0;
  // z, w: (n) in.
  virtual void write(const BoxProblem& problem, std::span<const double> z,
                     std::span<const double> w) const = 0;
  // certificate: (n) in, of solvers that prove infeasibility; report: has room for it.
  virtual void write_certificate(const BoxProblem&, std::span<const double>, nsds_report&) const {}

 protected:
  ~Unknowns() = default;
};

// z and w as they are.
class PlainUnknowns final : public Unknowns {
 public:
  PlainUnknowns(double* z, double* w) : z_(z), w_(w) {}
  bool check(const BoxProblem& problem, bool warm_start, const Sentence& sentence) const override;
  void read(const BoxProblem& problem, std::span<double> z) const override;
  void write(const BoxProblem& problem, std::span<const double> z, std::span<const double> w) const override;
  void write_certificate(const BoxProblem&, std::span<const double> certificate,
                         nsds_report& report) const override {
    std::copy(certificate.begin(), certificate.end(), report.certificate);
  }

 private:
  double* z_;
  double* w_;  // Nullable
};

// z alone, to be read only.
class PlainPoint final : public Unknowns {
 public:
  explicit PlainPoint(const double* z) : z_(z) {}
  bool check(const BoxProblem& problem, bool, const Sentence&) const override {
    return problem.map.n == 0 || z_ != nullptr;
  }
  void read(const BoxProblem&, std::span<double> z) const override { std::copy_n(z_, z.size(), z.begin()); }
  void write(const BoxProblem&, std::span<const double>, std::span<const double>) const override {}

 private:
  const double* z_;
};

// One call, whatever its class. The class checks its struct and lays the bounds out.
struct BoxCall {
  nsds_class problem_class;
  std::span<const BoxSolver> solvers;  // of the class
  const Unknowns& unknowns;
  const nsds_options* options;  // Nullable
  nsds_workspace* workspace;    // Nullable
  nsds_report* report;          // Nullable
  Describe describe;
};

nsds_status solve_box(const BoxCall& call);

// What the residual function of a class does once its struct is understood.
nsds_status evaluate_box_residual(const Describe& describe, const Unknowns& unknowns,
                                  nsds_residual* residual);

// The options of a call, for the claim about its matrices.
inline nsds_reuse reuse_of(const nsds_options* options) {
  return options == nullptr ? NSDS_REUSE_NONE : options->reuse();
}

// A problem over a box as its class has laid it out.
struct GivenBox {
  nsds_class problem_class;
  std::int32_t size;
  const nsds_matrix* M;
  const double* q;
  const double* lower;
  const double* upper;
};

// What describe has to check and to measure once the bounds are there: the entries of M and q, the bounds,
// the units.
std::optional<BoxProblem> checked_box(const GivenBox& given, nsds_workspace* workspace, nsds_reuse reuse,
                                      const Sentence& sentence);

// lower, upper: Nullable, no bounds on that side.
bool check_bounds(std::int32_t n, const double* lower, const double* upper, const Sentence& sentence);

}  // namespace nsds::numerics
