// Lines of the study of friction for its tests.
#pragma once

#include <string>

#include "benchmarks/friction/record.hpp"

namespace nsds::bench {

// What a solver says it solved, and did.
inline Record solved_record() {
  Record record;
  record.instance = "drop:corners=1:speed=1:restitution=0:mu=0.5";
  record.family = "drop";
  record.group = "small";
  record.problem_class = "friction_contact";
  record.contacts = 1;
  record.solver = "nsgs";
  record.tolerance = 1e-8;
  record.limit = 2.0;
  record.verdict = Verdict::solved;
  record.status = "ok";
  record.residual = record.reported = 0.7e-8;
  record.floor = 1e-15;
  record.iterations = 12;
  record.seconds = 1.25e-5;
  return record;
}

inline Record with(const char* status, double residual) {
  Record record = solved_record();
  record.status = status;
  record.residual = record.reported = residual;
  return record;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace nsds::bench
