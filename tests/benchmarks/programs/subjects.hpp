// What the study of quadratic programs is made over: problem files, rescaled copies of them, and families without a
// solution.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "truth/judge.hpp"

namespace nsds::bench::programs {

// The parts of the study, in the order of its tables.
enum class Group { maros_meszaros, small, rescaled, infeasible, unbounded };
constexpr Group all_groups[] = {Group::maros_meszaros, Group::small, Group::rescaled, Group::infeasible,
                                Group::unbounded};
const char* to_string(Group group);
// Throws std::invalid_argument where there is no such group.
Group parse_group(const std::string& name);

struct Subject {
  std::string
      name;  // of the file without its ending; with ":scales=10^K:seed=S" behind it for a copy; of a family
  Group group;
};

// The problem to solve. constant: what the objective of the file has besides. is_dense: its matrices go to the
// solvers dense.
struct Posed {
  test::JudgedProblem problem;
  double constant = 0.0;
  bool is_dense = false;

  Eigen::Index size() const { return problem.q.size(); }
  Eigen::Index rows() const { return problem.b.size() + problem.d.size(); }
};

// The folder qp of the data, which NSDS_TEST_DATA names. Throws std::runtime_error where it does not.
std::filesystem::path program_folder();
// By name; those with files are none where the folder has no such files.
std::vector<Subject> subjects_of(Group group);
// Throws where there is no such problem.
Posed pose(const Subject& subject);

}  // namespace nsds::bench::programs
