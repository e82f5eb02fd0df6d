#include <map>
#include <ostream>

#include "benchmarks/programs/tables.hpp"

namespace nsds::bench::programs {
namespace {

// In the order of first appearance.
template <class Record>
std::vector<Record> last_of_each(const std::vector<Record>& records, const RecordFormat<Record>& format) {
  std::map<std::string, std::size_t> places;
  std::vector<Record> kept;
  for (const Record& record : records) {
    const auto [place, is_new] = places.try_emplace(format.key(record), kept.size());
    if (is_new) {
      kept.push_back(record);
    } else {
      kept[place->second] = record;
    }
  }
  return kept;
}

}  // namespace

void write_document(const std::vector<Record>& records, const std::vector<PeerRecord>& peers,
                    const Published& published, std::ostream& out) {
  const std::vector<Record> all = last_of_each(records, record_format());
  out << "# Quadratic programs\n\n"
         "Written by `nsds-bench program-table` from what `nsds-bench program-study` and `nsds-compare "
         "programs` "
         "measured; tests/benchmarks/README.md has the commands. Problems: 54 of the collection of Maros and "
         "Mészáros "
         "(1999), small ones of model predictive control, copies of the collection with rows, columns and "
         "cost times "
         "powers of ten from 1e-3 to 1e3 and from 1e-6 to 1e6, and families without a solution, whose proofs "
         "are "
         "known. Seeds are fixed.\n";
  print_absolute(all, published, out);
  print_verdicts(all, out);
  print_peers(last_of_each(peers, peer_record_format()), published, out);
  print_small(all, out);
}

}  // namespace nsds::bench::programs
