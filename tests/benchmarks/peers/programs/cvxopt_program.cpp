// CVXOPT through a script, which reads the problem from a file and times the solve itself.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <stdexcept>
#include <string>

#include "benchmarks/peers/guarded.hpp"
#include "benchmarks/peers/programs/sparse_peers.hpp"

namespace nsds::bench {
namespace {

using Eigen::VectorXd;

void write(const Eigen::SparseMatrix<double>& matrix, std::ostream& out) {
  out << matrix.nonZeros() << '\n';
  for (Eigen::Index j = 0; j < matrix.outerSize(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(matrix, j); entry; ++entry)
      out << entry.row() << ' ' << entry.col() << ' ' << entry.value() << '\n';
}

void write(const test::JudgedProblem& problem, const std::filesystem::path& file) {
  std::ofstream out(file);
  out << std::setprecision(17) << problem.q.size() << ' ' << problem.b.size() << ' ' << problem.d.size()
      << '\n';
  for (const Eigen::SparseMatrix<double>* matrix : {&problem.M, &problem.A, &problem.C}) write(*matrix, out);
  for (const VectorXd* vector : {&problem.q, &problem.b, &problem.d, &problem.lower, &problem.upper})
    for (const double value : *vector) out << value << '\n';
  if (!out) throw std::runtime_error("the problem cannot be written for CVXOPT");
}

SparseAnswer solve(const test::JudgedProblem& problem, const std::string& tolerance, double limit) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("nsds-cvxopt-" + std::to_string(getpid()));
  write(problem, file);
  const double startup = 10.0;  // [s] that Python and the reading of the largest problem take
  const auto numbers =
      guarded_program(limit + startup, {NSDS_PYTHON, NSDS_CVXOPT_SCRIPT, file.string(), tolerance});
  std::filesystem::remove(file);
  const Eigen::Index n = problem.q.size(), rows = problem.b.size() + problem.d.size();
  if (!numbers || static_cast<Eigen::Index>(numbers->size()) != 1 + n + rows) return {};
  const Eigen::Map<const VectorXd> values(numbers->data(), 1 + n + rows);
  return {values.segment(1, n), values.tail(rows), values[0]};
}

}  // namespace

std::vector<SparsePeer> cvxopt_peers() {
  std::vector<SparsePeer> peers;
  for (const char* tolerance : {"1e-7", "1e-9"})
    peers.push_back({"CVXOPT", tolerance,
                     [tolerance](const test::JudgedProblem& problem, double limit) {
                       return solve(problem, tolerance, limit);
                     },
                     false});
  return peers;
}

}  // namespace nsds::bench
