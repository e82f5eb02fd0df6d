#include "command/formats/solving/solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "command/common/command.hpp"
#include "command/common/json_text.hpp"
#include "command/formats/solving/registry_names.hpp"
#include "command/formats/solving/solve_qps.hpp"
#include "command/formats/subcommands.hpp"
#include "file_text.hpp"
#include "nsds/numerics/registry.h"
#include "nsds/problems/any_problem.hpp"

namespace nsds::command {

namespace {

struct FreeOptions {
  void operator()(nsds_options* options) const { nsds_options_free(options); }
};
using Options = std::unique_ptr<nsds_options, FreeOptions>;

struct NamedProblem {
  std::string name;  // of its file, for messages
  problems::AnyProblem problem;
  std::optional<problems::QpsFile> qps;  // what the file says beside the problem, where it is one of QPS
};

void set(nsds_options* options, const std::string& name, const std::string& value) {
  if (nsds_options_set_text(options, name.c_str(), value.c_str()) != NSDS_OK) {
    throw UsageError(nsds_options_error(options));
  }
}

Options makeOptions(nsds_class problemClass, const SolveLine& line) {
  if (!line.solver.empty()) findSolver(problemClass, line.solver);
  nsds_options* created = nullptr;
  const char* solver = line.solver.empty() ? nullptr : line.solver.c_str();
  const nsds_status status = nsds_options_create(problemClass, solver, &created);
  if (status != NSDS_OK) {
    throw std::runtime_error(fmt::format("no options could be made: {}", nsds_status_name(status)));
  }
  Options options(created);
  if (!line.tolerance.empty()) set(created, "tolerance", line.tolerance);
  if (!line.maxIterations.empty()) set(created, "max_iterations", line.maxIterations);
  if (!line.timeLimit.empty()) set(created, "time_limit", line.timeLimit);
  for (const std::string& setting : line.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw UsageError(fmt::format("--set {}: expected OPTION=VALUE", setting));
    set(created, setting.substr(0, equals), setting.substr(equals + 1));
  }
  return options;
}

// Gives what the report of a program has in the units of its file. Other classes have NaN there, which JSON shows as null.
std::array<std::pair<const char*, double>, 3> absoluteResiduals(const nsds_report& report) {
  return {{{"primal_residual", report.primal_residual},
           {"dual_residual", report.dual_residual},
           {"duality_gap", report.duality_gap}}};
}

Solved solveNamed(const NamedProblem& named, const nsds_options* options) {
  Solved solved = solveProblem(named.problem, options);
  if (named.qps) tellInTermsOf(*named.qps, solved);
  return solved;
}

nlohmann::ordered_json toJson(const NamedProblem& named, const Solved& solved) {
  const nsds_report& report = solved.report;
  nlohmann::ordered_json json;
  json["class"] = nsds_class_name(problems::classOf(named.problem));
  json["solver"] = report.solver;
  json["status"] = nsds_status_name(report.status);
  json["message"] = report.message;
  json["residual"] = nullptr;
  json["residual_fclib"] = nullptr;
  json["roundoff_floor"] = nullptr;
  for (const auto& [name, value] : absoluteResiduals(report)) json[name] = value;
  json["iterations"] = report.iterations;
  json["seconds"] = report.seconds;
  json["objective"] = nullptr;
  json["solution"] = nullptr;
  json["certificate"] = nullptr;
  for (const auto& [name, values] : solved.certificate) json["certificate"][name] = values;
  if (solved.objective) json["objective"] = *solved.objective;
  if (solved.solution) {
    json["residual"] = report.residual.value;
    if (solved.residualFclib) json["residual_fclib"] = *solved.residualFclib;
    json["roundoff_floor"] = report.residual.roundoff_floor;
    for (const auto& [name, values] : *solved.solution) json["solution"][name] = values;
  }
  if (named.qps) addNames(*named.qps, json);
  return json;
}

// The first column of a table: indices, or names that the file gives.
struct Labels {
  const char* kind = "i";
  std::vector<std::string> names;

  std::string at(std::size_t i) const { return names.empty() ? std::to_string(i) : names[i]; }
};

// Prints the arrays side by side, a row an index; long ones are cut.
void printArrays(const std::vector<NamedArray>& arrays, const Labels& labels = {}) {
  constexpr std::size_t mostRows = 40;
  std::size_t rows = 0;
  std::size_t width = 8;
  for (const std::string& name : labels.names) width = std::max(width, name.size());
  fmt::print("\n{:>{}}", labels.kind, width);
  for (const auto& [name, values] : arrays) {
    fmt::print("  {:>24}", name);
    rows = std::max(rows, values.size());
  }
  fmt::print("\n");
  for (std::size_t i = 0; i < std::min(rows, mostRows); ++i) {
    fmt::print("{:>{}}", labels.at(i), width);
    for (const auto& [name, values] : arrays) {
      fmt::print("  {:>24}", i < values.size() ? fmt::format("{:.17g}", values[i]) : "");
    }
    fmt::print("\n");
  }
  if (rows > mostRows) fmt::print("     ...  {} rows in all; --json prints every one\n", rows);
}

// Prints a solution or a certificate, by the names of columns and rows where a file of QPS gives them.
void printByNames(const NamedProblem& named, const std::vector<NamedArray>& arrays) {
  if (!named.qps) return printArrays(arrays);
  printArrays({arrays.front()}, {"column", named.qps->columns});
  printArrays({arrays.back()}, {"row", rowNames(*named.qps)});
}

// "problem.dat (lcp, guessed from the file; n = 3, dense)"
std::string titleOf(const SolveLine& line, const NamedProblem& named, const Solved& solved) {
  return fmt::format("{} ({}{} {})", named.name, nsds_class_name(problems::classOf(named.problem)),
                     line.problemClass.empty() ? ", guessed from the file;" : ",", solved.description);
}

void printForPerson(const std::string& title, const NamedProblem& named, const Solved& solved) {
  const nsds_report& report = solved.report;
  fmt::print("problem     {}\n", title);
  fmt::print("solver      {}\n", report.solver);
  fmt::print("status      {}: {}\n", nsds_status_name(report.status), report.message);
  if (solved.solution) {
    fmt::print("residual    {:.3g} (tolerance {:.3g}, round-off floor {:.3g})\n", report.residual.value,
               report.tolerance, report.residual.roundoff_floor);
  }
  if (!std::isnan(report.primal_residual))
    fmt::print("absolute    {:.3g} (constraints), {:.3g} (gradient), {:.3g} (duality gap)\n",
               report.primal_residual, report.dual_residual, report.duality_gap);
  fmt::print("iterations  {} in {:.3g} s\n", report.iterations, report.seconds);
  if (solved.objective) fmt::print("objective   {:.17g}\n", *solved.objective);
  if (solved.solution) printByNames(named, *solved.solution);
  if (solved.certificate.empty()) return;
  fmt::print("\ncertificate: what it proves stands in nsds/numerics/{}.h\n",
             nsds_class_name(problems::classOf(named.problem)));
  printByNames(named, solved.certificate);
}

struct Input {
  std::string name;  // for messages
  std::string contents;
};

// Standard input is read as a stream: where it is a socket, as under ssh, /dev/stdin cannot be opened.
Input takeIn(const std::string& file) {
  if (file == "-")
    return {"standard input",
            text::withoutMark({std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()})};
  const auto refuse = [&](const std::string& message) { throw problems::FileError(file, 0, message); };
  return {file, text::textOf(file, refuse)};
}

problems::AnyProblem guess(std::string contents, const std::string& name) {
  try {
    return problems::readProblemText(std::move(contents), name);
  } catch (const problems::AmbiguousClass& error) {
    throw UsageError(fmt::format("{}; say by --class which it is", error.what()));
  } catch (const problems::UnknownClass& error) {
    throw std::runtime_error(
        fmt::format("{}\n  --class NAME says which it is, --format qps that the file is one of QPS or MPS",
                    error.what()));
  }
}

// Prints what the reader decided where files of QPS are understood in more than one way.
NamedProblem readQps(Input input) {
  problems::QpsProblem read = problems::readQpsText(input.contents, input.name);
  for (const std::string& warning : read.file.warnings) fmt::print(stderr, "nsds: warning: {}\n", warning);
  return {std::move(input.name), std::move(read.problem), std::move(read.file)};
}

// The option tells the format where the name of a file cannot, as that of standard input.
bool isQps(const SolveLine& line, nsds_class problemClass) {
  if (line.format.empty()) return problems::isQpsName(line.file) && problemClass == NSDS_CLASS_QP;
  if (line.format != "qps")
    throw UsageError(fmt::format("--format {}: expected qps, which is for MPS too", line.format));
  if (problemClass != NSDS_CLASS_QP)
    throw UsageError(fmt::format("--format qps: such a file is of class qp, expected no --class {}",
                                 nsds_class_name(problemClass)));
  return true;
}

// A class without files is refused before anything is read.
NamedProblem read(const SolveLine& line) {
  std::optional<nsds_class> told;
  if (!line.problemClass.empty()) told = findFileClass(line.problemClass);
  const bool qps = isQps(line, told.value_or(NSDS_CLASS_QP));
  Input input = takeIn(line.file);
  if (qps) return readQps(std::move(input));
  problems::AnyProblem problem = told
                                     ? problems::readProblemText(std::move(input.contents), input.name, *told)
                                     : guess(std::move(input.contents), input.name);
  return {std::move(input.name), std::move(problem), {}};
}

int solveOnce(const SolveLine& line, const NamedProblem& named) {
  const Options options = makeOptions(problems::classOf(named.problem), line);
  const Solved solved = solveNamed(named, options.get());
  if (line.json) {
    fmt::print("{}\n", jsonText(toJson(named, solved)));
  } else {
    printForPerson(titleOf(line, named, solved), named, solved);
  }
  return solved.report.status == NSDS_OK ? kSuccess : kFailure;
}

// Gives the width of the column of solvers' names.
std::size_t nameWidth(nsds_class problemClass) {
  std::size_t width = 16;
  for (std::int32_t k = 0; k < nsds_solver_count(problemClass); ++k)
    width = std::max(width, std::string_view(nsds_solver_at(problemClass, k)->name).size());
  return width;
}

void printRow(const Solved& solved, const std::string& solver, std::size_t width) {
  const nsds_report& report = solved.report;
  const std::string residual = solved.solution ? fmt::format("{:.3g}", report.residual.value) : "";
  fmt::print("{:<{}}  {:<16}  {:>10}  {:>10}  {:>10.3g}\n", solver, width, nsds_status_name(report.status),
             residual, report.iterations, report.seconds);
}

// Prints one line, or one JSON object, a solver of the class. It is a success where one of them succeeds.
int compareSolvers(const SolveLine& line, const NamedProblem& named) {
  const nsds_class problemClass = problems::classOf(named.problem);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  const std::size_t width = nameWidth(problemClass);
  bool solvedByOne = false;
  for (std::int32_t k = 0; k < nsds_solver_count(problemClass); ++k) {
    // Every solver begins anew from zero, with the options of the command line.
    SolveLine one = line;
    one.solver = nsds_solver_at(problemClass, k)->name;
    const Options options = makeOptions(problemClass, one);
    const Solved solved = solveNamed(named, options.get());
    solvedByOne = solvedByOne || solved.report.status == NSDS_OK;
    // JSON is one array at the end; the table grows line by line, for a solver may take long.
    if (line.json) {
      all.push_back(toJson(named, solved));
      all.back()["solver"] = one.solver;
      continue;
    }
    if (k == 0) {
      fmt::print("problem  {}, tolerance {:.3g}\n\n", titleOf(line, named, solved), solved.report.tolerance);
      fmt::print("{:<{}}  {:<16}  {:>10}  {:>10}  {:>10}\n", "solver", width, "status", "residual",
                 "iterations", "seconds");
    }
    printRow(solved, one.solver, width);
  }
  if (line.json) fmt::print("{}\n", jsonText(all));
  return solvedByOne ? kSuccess : kFailure;
}

// It meant something before all solvers judged by one contract.
void tellOfRows(const SolveLine& line) {
  if (std::find(line.settings.begin(), line.settings.end(), "residual=rows") == line.settings.end()) return;
  fmt::print(stderr, "nsds: residual = rows means nothing any more: it is the contract, the default\n");
}

}  // namespace

int solve(const SolveLine& line) {
  tellOfRows(line);
  const NamedProblem named = read(line);
  return line.solver == "all" ? compareSolvers(line, named) : solveOnce(line, named);
}

}  // namespace nsds::command
