#include "benchmarks/programs/record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "benchmarks/measurements/csv_fields.hpp"

namespace nsds::bench::programs {
namespace {

constexpr const char* verdict_names[] = {"ok",       "refused",     "failed",
                                         "FALSE ok", "FALSE proof", "unacknowledged"};

// The judge and the library add the same terms in another order.
constexpr double same = 1.0 + 1e-6;

// Problems of the collection have a known optimum, small ones are not known to have one.
bool may_have_solution(Group group) {
  return group != Group::infeasible && group != Group::unbounded;
}

// What has points that satisfy its constraints is not infeasible, whatever the proof; what has none may have a
// direction along which its objective falls beside.
bool may_be(Group group, const std::string& status) {
  return group == Group::small || group == Group::infeasible ||
         (group == Group::unbounded && status == "unbounded");
}

bool is_refusal(const std::string& status) {
  return status == "not_applicable" || status == "invalid_argument";
}

bool ended_by_limit(const std::string& status) {
  return status == "time_limit" || status == "interrupted" || status == "max_iterations" ||
         status == "out_of_memory" || status == status_overrun;
}

// The absolute residuals, where they were asked for; slack: of the gap, whose terms the solver adds up in double precision.
bool is_below(const Record& record, double slack) {
  return record.absolute == 0.0 || (std::max(record.primal, record.dual) <= record.absolute * same &&
                                    record.gap <= record.absolute * same + slack);
}

std::string key_of(const Record& record) {
  return fmt::format("{},{},{},{},{}", to_string(record.subject.group), record.subject.name, record.solver,
                     record.tolerance, record.absolute);
}

std::string line_of(const Record& record) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.4g},{:.4g},{}",
                     to_string(record.subject.group), plain_field(record.subject.name), record.unknowns,
                     record.rows, plain_field(record.solver), record.tolerance, record.absolute, record.limit,
                     plain_field(record.status), record.judged, record.judged_strictly, record.primal,
                     record.dual, record.gap, record.objective, record.linear, record.rounding,
                     record.gap_double, record.blur, record.proof ? 1 : 0, record.reported, record.iterations,
                     record.seconds, record.seconds90, record.inferred ? 1 : 0);
}

constexpr const char* header =
    "group,subject,unknowns,rows,solver,tolerance,absolute,limit,status,judged,judged_strictly,primal,dual,"
    "gap,objective,"
    "linear,"
    "rounding,gap_double,blur,proof,reported,iterations,seconds,seconds90,inferred";

Record parse(const std::string& line) {
  const std::vector<std::string> fields = split_fields(line);
  constexpr std::size_t columns = 25;
  if (fields.size() != columns)
    throw std::invalid_argument(fmt::format("{} fields, not {}", fields.size(), columns));
  const auto number = [&fields](std::size_t k) { return parse_number(fields[k]); };
  Record record;
  record.subject = {fields[1], parse_group(fields[0])};
  record.unknowns = static_cast<int>(number(2));
  record.rows = static_cast<int>(number(3));
  record.solver = fields[4];
  record.tolerance = number(5);
  record.absolute = number(6);
  record.limit = number(7);
  record.status = fields[8];
  record.judged = number(9);
  record.judged_strictly = number(10);
  record.primal = number(11);
  record.dual = number(12);
  record.gap = number(13);
  record.objective = number(14);
  record.linear = number(15);
  record.rounding = number(16);
  record.gap_double = number(17);
  record.blur = number(18);
  record.proof = number(19) != 0.0;
  record.reported = number(20);
  record.iterations = static_cast<long long>(number(21));
  record.seconds = number(22);
  record.seconds90 = number(23);
  record.inferred = number(24) != 0.0;
  return record;
}

}  // namespace

const char* to_string(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

double Record::largest_absolute() const {
  return std::max({primal, dual, gap});
}

Verdict judge(const Record& record) {
  if (is_refusal(record.status)) return Verdict::refused;
  if (record.inferred) return Verdict::failed;
  const bool holds = record.judged <= record.tolerance * same && is_below(record, record.blur);
  if (record.status == "ok") return holds ? Verdict::ok : Verdict::false_ok;
  if (record.status == "infeasible" || record.status == "unbounded")
    return record.proof && may_be(record.subject.group, record.status) ? Verdict::ok : Verdict::false_proof;
  const bool surely = record.judged_strictly <= record.tolerance && is_below(record, -record.blur);
  if (!surely || !may_have_solution(record.subject.group) || ended_by_limit(record.status))
    return Verdict::failed;
  return Verdict::unacknowledged;
}

bool is_point_of_none(const Record& record) {
  return judge(record) == Verdict::ok && record.status == "ok" && !may_have_solution(record.subject.group);
}

bool ran_out_of_time(const Record& record) {
  return record.status == "time_limit" || record.status == "interrupted" || record.status == status_overrun ||
         record.status == "out_of_memory";
}

bool is_solved_absolutely(const Record& record, double tolerance) {
  return !record.inferred && record.status == "ok" && record.largest_absolute() <= tolerance;
}

bool is_solved_as_published(const Record& record, double tolerance) {
  return !record.inferred && record.status == "ok" &&
         std::max({record.primal, record.dual, record.gap_double}) <= tolerance;
}

RecordFormat<Record> record_format() {
  return {"a study of programs", header, line_of, parse, key_of};
}

}  // namespace nsds::bench::programs
