#include "benchmarks/programs/peer_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "benchmarks/measurements/csv_fields.hpp"

namespace nsds::bench::programs {
namespace {

std::string key_of(const PeerRecord& record) {
  return fmt::format("{},{},{}", record.problem, record.library, record.setting);
}

std::string line_of(const PeerRecord& record) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{:.4g}", plain_field(record.problem), record.unknowns,
                     record.rows, plain_field(record.library), plain_field(record.setting), record.limit,
                     record.primal, record.dual, record.gap, record.objective, record.seconds);
}

PeerRecord parse(const std::string& line) {
  const std::vector<std::string> fields = split_fields(line);
  constexpr std::size_t columns = 11;
  if (fields.size() != columns)
    throw std::invalid_argument(fmt::format("{} fields, not {}", fields.size(), columns));
  const auto number = [&fields](std::size_t k) { return parse_number(fields[k]); };
  return {fields[0],
          static_cast<int>(number(1)),
          static_cast<int>(number(2)),
          fields[3],
          fields[4],
          number(5),
          number(6),
          number(7),
          number(8),
          number(9),
          number(10)};
}

}  // namespace

double PeerRecord::largest() const {
  const double sum = primal + dual + gap;
  return std::isfinite(sum) ? std::max({primal, dual, gap}) : std::numeric_limits<double>::infinity();
}

RecordFormat<PeerRecord> peer_record_format() {
  return {"a comparison of programs",
          "problem,unknowns,rows,library,setting,limit,primal,dual,gap,objective,seconds", line_of, parse,
          key_of};
}

}  // namespace nsds::bench::programs
