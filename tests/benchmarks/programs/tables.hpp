// The document of the study of programs, docs/measurements/quadratic-programs.md, from its records. A part a file.
#pragma once

#include <iosfwd>
#include <vector>

#include "benchmarks/programs/peer_record.hpp"
#include "benchmarks/programs/published.hpp"
#include "benchmarks/programs/record.hpp"

namespace nsds::bench::programs {

// Of an entry that occurs several times the last counts.
void write_document(const std::vector<Record>& records, const std::vector<PeerRecord>& peers,
                    const Published& published, std::ostream& out);

// Its parts.
void print_absolute(const std::vector<Record>& records, const Published& published, std::ostream& out);
void print_verdicts(const std::vector<Record>& records, std::ostream& out);
void print_peers(const std::vector<PeerRecord>& records, const Published& published, std::ostream& out);
void print_small(const std::vector<Record>& records, std::ostream& out);

}  // namespace nsds::bench::programs
