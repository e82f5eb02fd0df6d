// The contract of every class, held against one input: a problem is decoded, its residual is measured at a
// drawn point, and it is solved up to three times with one workspace. See README.md for the list of what must
// hold.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "check.hpp"
#include "drawn_options.hpp"
#include "subject.hpp"

namespace nsds::fuzz {

namespace {

constexpr double kMark = -123.25;  // in arrays that must stay as they were
constexpr int kGuard = 4;          // entries behind the certificate that nobody owns

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
         });
}

bool same_bits(const Unknowns& a, const Unknowns& b) {
  return same_bits(a.z, b.z) && same_bits(a.second, b.second) && same_bits(a.third, b.third) &&
         same_bits(a.fourth, b.fourth);
}

bool finite(const std::vector<double>& x) {
  return std::all_of(x.begin(), x.end(), [](double value) { return std::isfinite(value); });
}

bool finite(const Unknowns& x) {
  return (x.without_z || finite(x.z)) && (x.without_second || finite(x.second)) &&
         (x.without_third || finite(x.third)) && (x.without_fourth || finite(x.fourth));
}

bool is_refusal(const Subject& subject, nsds_status status) {
  return status == NSDS_INVALID_ARGUMENT || status == NSDS_NOT_APPLICABLE || status == NSDS_OUT_OF_MEMORY ||
         (status == NSDS_SINGULAR && subject.refuses_singular());
}

// Without an array that the residual needs?
bool lacks_input(const Subject& subject, const Unknowns& x) {
  return (x.without_second && subject.needs_second()) || (x.without_fourth && subject.needs_fourth());
}

bool ends(const char* text, std::size_t room) {
  return std::memchr(text, '\0', room) != nullptr;
}

Unknowns draw_unknowns(Input& input, const Lengths& lengths) {
  const Range range = input.chance(224) ? Range::moderate : Range::any;
  Unknowns x{input.numbers(lengths.z, range), input.numbers(lengths.second, range),
             input.numbers(lengths.third, range), input.numbers(lengths.fourth, range)};
  x.without_z = input.chance(4);
  x.without_second = input.chance(24);
  x.without_third = input.chance(64);
  if (lengths.fourth > 0) x.without_fourth = input.chance(4);
  return x;
}

// One call of solve and what came out of it.
struct Solved {
  nsds_status status = NSDS_OK;
  Unknowns x;
  std::vector<double> certificate;
  nsds_report report{};
  bool reported = false;
};

struct Call {
  const Subject& subject;
  const DrawnOptions& options;
  bool with_options;
  bool with_report;
  bool with_certificate;
  bool truthful;  // about reuse
  double tolerance() const { return with_options ? options.tolerance() : 1e-8; }
  bool warm_start() const { return with_options && options.warm_start(); }
  bool by_fclib() const { return with_options && options.by_fclib(); }
};

// What came of it, for one who looks into an input.
void trace(const Solved& solved) {
  static const bool wanted = std::getenv("NSDS_FUZZ_TRACE") != nullptr;
  if (!wanted) return;
  const nsds_report& report = solved.report;
  std::fprintf(stderr, "%s: %s, %lld iterations, residual %.3g, tolerance %.3g, %.3g s: %s\n", report.solver,
               nsds_status_name(solved.status), static_cast<long long>(report.iterations),
               report.residual.value, report.tolerance, report.seconds, report.message);
}

Solved solve(const Call& call, const Unknowns& start, nsds_workspace* workspace) {
  Solved solved;
  solved.x = start;
  solved.certificate.assign(static_cast<std::size_t>(call.subject.lengths().certificate + kGuard), kMark);
  solved.reported = call.with_report;
  nsds_report_init(&solved.report);
  solved.report.certificate = call.with_certificate ? solved.certificate.data() : nullptr;
  solved.status = call.subject.solve(solved.x, call.with_options ? call.options.get() : nullptr, workspace,
                                     call.with_report ? &solved.report : nullptr);
  trace(solved);
  return solved;
}

void check_residual_parts(const nsds_residual& residual) {
  NSDS_FUZZ_CHECK(residual.value >= 0.0, "a residual is negative or NaN");
  NSDS_FUZZ_CHECK(residual.worst >= -1, "no row has this number");
}

void check_residual(const Subject& subject, Unknowns& x) {
  const Unknowns before = x;
  nsds_residual residual;
  nsds_residual_init(&residual);
  const nsds_status status = subject.residual(x, &residual);
  NSDS_FUZZ_CHECK(status == NSDS_OK || is_refusal(subject, status), "the residual has a status of its own");
  NSDS_FUZZ_CHECK(same_bits(before, x), "the residual changes the unknowns");
  const bool left_out = x.without_z || lacks_input(subject, x);
  NSDS_FUZZ_CHECK(!subject.sound() || left_out || status == NSDS_OK || status == NSDS_SINGULAR,
                  "the residual refuses a sound problem");
  if (status != NSDS_OK) return;
  check_residual_parts(residual);
  NSDS_FUZZ_CHECK(x.without_z || finite(x.z) || std::isinf(residual.value),
                  "the residual of what is not finite is finite");
}

void check_refusal(const Call& call, const Unknowns& start, const Solved& solved) {
  NSDS_FUZZ_CHECK(same_bits(start, solved.x), "a refused call writes");
  NSDS_FUZZ_CHECK(!call.with_report || solved.report.message[0] != '\0', "a refused call does not say why");
  if (solved.status != NSDS_INVALID_ARGUMENT) return;
  const bool left_out = start.without_z || lacks_input(call.subject, start);
  const bool poor_start = call.warm_start() && !finite(start);
  NSDS_FUZZ_CHECK(!call.subject.sound() || left_out || poor_start || !call.truthful,
                  "a sound problem is refused as invalid");
}

void check_report(const Call& call, const Solved& solved) {
  const nsds_report& report = solved.report;
  NSDS_FUZZ_CHECK(report.status == solved.status, "the report has another status than the call");
  NSDS_FUZZ_CHECK(ends(report.message, sizeof report.message), "a message does not end");
  NSDS_FUZZ_CHECK(ends(report.solver, sizeof report.solver), "the name of a solver does not end");
  NSDS_FUZZ_CHECK(report.seconds >= 0.0, "time runs backwards");
  NSDS_FUZZ_CHECK(report.iterations >= 0, "a number of iterations is negative");
  for (auto k = solved.certificate.end() - kGuard; k != solved.certificate.end(); ++k)
    NSDS_FUZZ_CHECK(*k == kMark, "a certificate is longer than its array");
  if (is_refusal(call.subject, solved.status)) return;
  check_residual_parts(report.residual);
  NSDS_FUZZ_CHECK(report.tolerance == call.tolerance(), "the report has another tolerance");
  const std::int64_t limit = call.with_options ? call.options.max_iterations() : 0;
  NSDS_FUZZ_CHECK(limit == 0 || report.iterations <= limit, "the limit of iterations is passed");
  if (solved.status == NSDS_ROUNDOFF_LIMIT && !call.by_fclib())
    NSDS_FUZZ_CHECK(report.residual.value > report.tolerance &&
                        report.residual.value <= 4.0 * report.residual.roundoff_floor,
                    "the round-off limit is claimed above 4 times the floor");
}

// By the public functions, and on paper.
void check_measured(const Call& call, Solved& solved) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  NSDS_FUZZ_CHECK(call.subject.residual(solved.x, &residual) == NSDS_OK,
                  "a problem is solved whose residual cannot be measured");
  double judged = residual.value;
  if (call.by_fclib())
    NSDS_FUZZ_CHECK(call.subject.residual_fclib(solved.x, &judged) == NSDS_OK,
                    "a problem is solved whose norm cannot be measured");
  NSDS_FUZZ_CHECK(solved.status != NSDS_OK || judged <= call.tolerance(),
                  "OK is claimed above the tolerance");
  // The public function judges at the default tolerance, with which other points are rays. Only a report tells which are.
  const bool is_ray = !call.with_report || solved.report.residual.value >= 1.0;
  // The conditions of optimality hold at a saddle too.
  const bool is_claimed = solved.status == NSDS_OK || solved.status == NSDS_NOT_A_MINIMUM;
  // Nothing is said to be a solution beside parts that contradict it, as may happen where the largest numbers are lost in a sum.
  const bool is_contradicted = std::max(residual.primal, residual.dual) > call.tolerance();
  NSDS_FUZZ_CHECK(is_claimed || is_ray || is_contradicted || judged > call.tolerance() * (1.0 - 1e-9),
                  "a solution is returned and not claimed");
  const double naive = call.subject.naive_residual(solved.x);
  NSDS_FUZZ_CHECK(
      !(std::fabs(naive - residual.value) > 1e-9 * (1.0 + residual.value) + 256.0 * residual.roundoff_floor),
      "the residual is not that of the header");
}

// OK, INFEASIBLE and UNBOUNDED are earned.
void check_claim(const Call& call, Solved& solved) {
  if (!lacks_input(call.subject, solved.x)) check_measured(call, solved);
  const bool is_proved = solved.status == NSDS_INFEASIBLE || solved.status == NSDS_UNBOUNDED;
  if (is_proved && call.with_report && call.with_certificate) {
    const std::span<const double> certificate(solved.certificate.data(), solved.certificate.size() - kGuard);
    NSDS_FUZZ_CHECK(call.subject.proves(certificate) ||
                        (solved.status == NSDS_UNBOUNDED && call.subject.falls_to(solved.x)),
                    "a certificate proves nothing");
  }
}

void check_solve(const Call& call, const Unknowns& start, Solved& solved) {
  NSDS_FUZZ_CHECK(solved.status >= NSDS_OK && solved.status <= NSDS_NOT_A_MINIMUM,
                  "a status out of the list");
  if (call.with_report) check_report(call, solved);
  if (is_refusal(call.subject, solved.status)) return check_refusal(call, start, solved);
  NSDS_FUZZ_CHECK(finite(solved.x), "an output is not finite");
  if (!solved.x.without_z && !lacks_input(call.subject, solved.x)) call.subject.check_solution(solved.x);
  check_claim(call, solved);
}

nsds_reuse draw_claim(Input& input, nsds_reuse truth, bool& truthful) {
  truthful = true;
#ifndef NDEBUG
  // Builds with assertions see through a false claim.
  if (input.chance(16)) {
    const auto claim = static_cast<nsds_reuse>(input.integer(0, 2));
    truthful = claim <= truth;
    return claim;
  }
#endif
  return static_cast<nsds_reuse>(input.integer(0, truth));
}

// Frees at the end of the input.
struct Workspace {
  nsds_workspace* handle = nsds_workspace_create();
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { nsds_workspace_free(handle); }
};

// A used workspace and a new one give the same bits, but for the time and what is remembered on purpose.
void check_repetition(const Call& call, const Unknowns& start, const Solved& solved, Stopper& stopper) {
  if (!call.truthful || (call.with_options && (call.options.timed() || call.options.remembers()))) return;
  const int stop_at = stopper.stop_at;
  stopper = Stopper{};
  stopper.stop_at = stop_at;
  const Workspace fresh;
  const Solved again = solve(call, start, fresh.handle);
  NSDS_FUZZ_CHECK(again.status == solved.status, "a repeated solve has another status");
  NSDS_FUZZ_CHECK(same_bits(again.x, solved.x), "a repeated solve has other bits");
}

void run(nsds_class subject_class, DrawSubject draw_subject, Input& input) {
  const std::unique_ptr<Subject> subject = draw_subject(input);
  DrawnOptions options(input, subject_class);
  Stopper stopper;
  if (input.chance(64)) {
    stopper.stop_at = input.integer(0, 20);
    options.set_stopper(&stopper);
  }
  const Workspace workspace;
  const bool with_workspace = !input.chance(64);
  nsds_reuse truth = NSDS_REUSE_NONE;
  Unknowns x = draw_unknowns(input, subject->lengths());
  check_residual(*subject, x);

  const int solves = input.integer(1, 3);
  for (int k = 0; k < solves; ++k) {
    bool truthful = true;
    options.set_reuse(draw_claim(input, truth, truthful));
    const Call call{*subject,          options,           !input.chance(by_default(subject_class, 24)),
                    !input.chance(24), !input.chance(64), truthful};
    const int stop_at = stopper.stop_at;
    stopper = Stopper{};
    stopper.stop_at = stop_at;
    Solved solved = solve(call, x, with_workspace ? workspace.handle : nullptr);
    NSDS_FUZZ_CHECK(!stopper.called_after, "the callback is called after it asked to stop");
    NSDS_FUZZ_CHECK(solved.status != NSDS_INTERRUPTED || stopper.stopped,
                    "a solve stops that nobody stopped");
    check_solve(call, x, solved);
    check_repetition(call, x, solved, stopper);

    // The next solve: the same problem, other vectors, or other values in the same pattern.
    if (input.chance(128)) x = solved.x;
    truth = NSDS_REUSE_VALUES;
    const int change = input.integer(0, 3);
    if (change == 1) subject->change_vectors(input);
    if (change == 2) {
      subject->change_values();
      truth = NSDS_REUSE_STRUCTURE;
    }
    if (input.chance(16)) nsds_workspace_clear(workspace.handle);
  }
}

}  // namespace

void check_contract(nsds_class subject_class, DrawSubject draw_subject, std::span<const std::uint8_t> bytes) {
  Input input(bytes);
  run(subject_class, draw_subject, input);
}

}  // namespace nsds::fuzz
