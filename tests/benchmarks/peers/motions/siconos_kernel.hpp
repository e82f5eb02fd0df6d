// The workloads ball, balls, column, diode, network and switch in Siconos. C++17: its headers do not compile as C++20.
#pragma once

#include <string>

namespace nsds::bench {

struct PeerRun {
  double seconds;  // CPU time of the stepping loop
  double contacts;
  double check;
};

// block: block Gauss-Seidel over a block sparse matrix in place of Lemke over a dense one.
PeerRun run_siconos(const std::string& workload, int n, double h, int steps, bool resting, bool block);

}  // namespace nsds::bench
