#include "program/program.hpp"

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

// z and the multipliers in the caller's units.
class ProgramUnknowns final : public Unknowns {
 public:
  ProgramUnknowns(double* z, double* multipliers, const KktUnits& units)
      : z_(z), multipliers_(multipliers), units_(units) {}

  bool check(const BoxProblem& problem, bool warm_start, const Sentence& sentence) const override {
    if (problem.primal > 0 && z_ == nullptr) {
      sentence.write("z is null.");
      return false;
    }
    if (!warm_start) return true;
    return check_finite("z", z_, problem.primal, sentence) &&
           check_finite("multipliers", multipliers_, problem.map.n - problem.primal, sentence);
  }

  void read(const BoxProblem& problem, std::span<double> x) const override {
    const std::size_t n = index(problem.primal);
    for (std::size_t j = 0; j < n; ++j) x[j] = z_[j] / units_.unknown[j];
    for (std::size_t i = n; i < x.size(); ++i)
      x[i] = multipliers_ == nullptr ? 0.0 : multipliers_[i - n] / units_.unknown[i];
  }

  void write(const BoxProblem& problem, std::span<const double> x, std::span<const double>) const override {
    const std::size_t n = index(problem.primal);
    for (std::size_t j = 0; j < n; ++j) z_[j] = x[j] * units_.unknown[j];
    for (std::size_t i = n; i < x.size() && multipliers_ != nullptr; ++i)
      multipliers_[i - n] = x[i] * units_.unknown[i];
  }

  void write_certificate(const BoxProblem&, std::span<const double> x, nsds_report& report) const override {
    for (std::size_t i = 0; i < x.size(); ++i) report.certificate[i] = x[i] * units_.unknown[i];
  }

 private:
  static bool check_finite(const char* name, const double* values, std::int32_t n, const Sentence& sentence) {
    const std::int32_t bad = values == nullptr ? -1 : first_not_finite(values, n);
    if (bad >= 0) sentence.write("{}[{}] is {}.", name, bad, values[bad]);
    return bad < 0;
  }

  double* z_;
  double* multipliers_;  // Nullable
  const KktUnits& units_;
};

// A point to be measured.
class ProgramPoint final : public Unknowns {
 public:
  ProgramPoint(const double* z, const double* multipliers, const KktUnits& units)
      : z_(z), multipliers_(multipliers), units_(units) {}

  bool check(const BoxProblem& problem, bool, const Sentence&) const override {
    return (problem.primal == 0 || z_ != nullptr) &&
           (problem.map.n == problem.primal || multipliers_ != nullptr);
  }
  void read(const BoxProblem& problem, std::span<double> x) const override {
    const std::size_t n = index(problem.primal);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = (i < n ? z_[i] : multipliers_[i - n]) / units_.unknown[i];
  }
  void write(const BoxProblem&, std::span<const double>, std::span<const double>) const override {}

 private:
  const double* z_;
  const double* multipliers_;
  const KktUnits& units_;
};

}  // namespace

nsds_status solve_program(const Program& program, std::span<const BoxSolver> solvers,
                          const ProgramCall& call) {
  KktUnits units;
  const ProgramUnknowns unknowns(call.z, call.multipliers, units);
  return solve_box({program.problem_class, solvers, unknowns, call.options, call.workspace, call.report,
                    [&](Arena& arena, const Sentence& sentence) {
                      return kkt_problem(program, call.workspace, reuse_of(call.options), arena, units,
                                         sentence);
                    }});
}

nsds_status evaluate_program_residual(const Program& program, const double* z, const double* multipliers,
                                      nsds_residual* residual) {
  KktUnits units;
  return evaluate_box_residual(
      [&](Arena& arena, const Sentence& sentence) {
        return kkt_problem(program, nullptr, NSDS_REUSE_NONE, arena, units, sentence);
      },
      ProgramPoint(z, multipliers, units), residual);
}

}  // namespace nsds::numerics
