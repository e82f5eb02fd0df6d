// What the examples have in common: the command line, errors, the file that they write, and their verdict.
#pragma once

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <nsds/io.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nsds {

/// The file for the trajectory: that of --output, or in the current folder the program's name with ".csv".
inline std::filesystem::path csvFile(const io::Parameters& parameters) {
  return parameters.output(parameters.program() + ".csv");
}

/// Writes the trajectory and says where.
inline void save(const io::Trajectory& trajectory, const std::filesystem::path& file) {
  trajectory.writeCsv(file);
  std::printf("written %s, %zu rows\n", file.c_str(), trajectory.rowCount());
}
inline void save(const io::Trajectory& trajectory, const io::Parameters& parameters) {
  save(trajectory, csvFile(parameters));
}

/// Says whether the result agrees with the theory, and returns the exit status of that.
inline int verdict(bool correct) {
  std::printf("%s\n", correct ? "as the theory says" : "NOT as the theory says");
  return correct ? 0 : 1;
}

/// The longest step up to h of which a whole number makes T: forces are impulses over steps, and a last step
/// that is shorter would have smaller ones.
inline double wholeStep(double h, double T) {
  return T / std::ceil(T / h - 1e-9);
}

/// The main() of an example: reads its command line and returns what simulate(parameters) returns, the exit
/// status. An error ends it with a message and 1; that the file cannot be written is one before it begins.
/// summary: what the example shows, in a sentence.
template <class Simulate>
int runExample(int argc, char** argv, const std::string& summary, std::vector<io::Parameter> declared,
               const Simulate& simulate) {
  try {
    const io::Parameters parameters(argc, argv, summary, std::move(declared));
    if (!parameters) return parameters.explain(stdout, stderr);
    io::Trajectory::checkWritable(csvFile(parameters));
    const int status = simulate(parameters);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      throw std::runtime_error(std::string("standard output cannot be written: ") + std::strerror(errno));
    return status;
  } catch (const io::RunEnded& ended) {
    std::printf("%s\n", ended.what());
    return 0;
  } catch (const std::exception& error) {
    std::fflush(stdout);  // what was said before stands before the message
    std::fprintf(stderr, "%s: %s\n", std::filesystem::path(argv[0]).filename().c_str(), error.what());
    return 1;
  }
}

}  // namespace nsds
