// The name of a test of one instance by one solver.
#pragma once

#include <cctype>
#include <string>

namespace nsds::bench {

inline std::string case_name(const std::string& instance, const std::string& solver) {
  std::string name = instance + "_" + solver;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

}  // namespace nsds::bench
