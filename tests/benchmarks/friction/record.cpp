#include "benchmarks/friction/record.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "benchmarks/measurements/csv_fields.hpp"

namespace nsds::bench {
namespace {

constexpr std::array<const char*, 5> verdict_names = {"solved", "round-off", "unsolved", "not-applicable",
                                                      "untruthful"};
constexpr std::size_t columns = 16;

Verdict parse_verdict(const std::string& name) {
  for (std::size_t i = 0; i < verdict_names.size(); ++i)
    if (name == verdict_names[i]) return static_cast<Verdict>(i);
  throw std::invalid_argument("'" + name + "' is no outcome");
}

// What leaves no residual to compare: a refusal, and a limit that leaves no time for the factorisation
// without which none can be evaluated.
bool is_refusal(const Record& record) {
  return record.status == "invalid_argument" || record.status == "out_of_memory" ||
         record.status == "singular" || record.status == status_overrun ||
         (record.status == "time_limit" && std::isinf(record.reported) && std::isfinite(record.residual));
}

// The same function at the same point; in the global form a factorisation may round in another order.
bool is_reported_right(const Record& record) {
  const double slack = 1e-6 * std::fmax(record.residual, record.reported) + record.floor;
  return std::fabs(record.residual - record.reported) <= slack;
}

bool has_solution(const Record& record) {
  return record.group == "small" || record.group == "medium" || record.group == "large";
}

}  // namespace

Verdict judge(const Record& record) {
  if (record.status == "not_applicable" || record.status == status_irreducible)
    return Verdict::not_applicable;
  if (record.status == status_crashed) return Verdict::untruthful;
  if (record.inferred || is_refusal(record)) return Verdict::unsolved;
  if (!std::isfinite(record.residual) || !is_reported_right(record)) return Verdict::untruthful;
  if (record.status == "ok")
    return record.residual <= record.tolerance ? Verdict::solved : Verdict::untruthful;
  if (record.status == "roundoff_limit")
    return record.residual <= roundoff_factor * record.floor ? Verdict::roundoff : Verdict::untruthful;
  if (record.status == "infeasible" && has_solution(record)) return Verdict::untruthful;
  return Verdict::unsolved;
}

Verdict verdict_of(const Record& record) {
  const Verdict judged = judge(record);
  return judged == record.verdict ? judged : Verdict::untruthful;
}

const char* to_string(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

bool ran_out_of_time(const Record& record) {
  return record.verdict == Verdict::unsolved &&
         (record.status == "time_limit" || record.status == "interrupted" || record.status == status_overrun);
}

std::string key_of(const Record& record) {
  return fmt::format("{},{},{},{}", record.instance, record.problem_class, record.solver, record.tolerance);
}

std::string csv_header() {
  return "instance,family,group,class,contacts,solver,tolerance,limit,outcome,status,residual,reported,floor,"
         "iterations,seconds,inferred";
}

std::string csv_line(const Record& record) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.4g},{}", plain_field(record.instance),
                     plain_field(record.family), plain_field(record.group), plain_field(record.problem_class),
                     record.contacts, plain_field(record.solver), record.tolerance, record.limit,
                     to_string(record.verdict), plain_field(record.status), record.residual, record.reported,
                     record.floor, record.iterations, record.seconds, record.inferred ? 1 : 0);
}

Record parse_record(const std::string& line) {
  const std::vector<std::string> fields = split_fields(line);
  if (fields.size() != columns)
    throw std::invalid_argument(fmt::format("{} fields, not {}", fields.size(), columns));
  Record record;
  record.instance = fields[0];
  record.family = fields[1];
  record.group = fields[2];
  record.problem_class = fields[3];
  record.contacts = static_cast<int>(parse_number(fields[4]));
  record.solver = fields[5];
  record.tolerance = parse_number(fields[6]);
  record.limit = parse_number(fields[7]);
  record.verdict = parse_verdict(fields[8]);
  record.status = fields[9];
  record.residual = parse_number(fields[10]);
  record.reported = parse_number(fields[11]);
  record.floor = parse_number(fields[12]);
  record.iterations = static_cast<long long>(parse_number(fields[13]));
  record.seconds = parse_number(fields[14]);
  record.inferred = parse_number(fields[15]) != 0.0;
  return record;
}

}  // namespace nsds::bench
