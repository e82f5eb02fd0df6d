#include "benchmarks/programs/subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "benchmarks/programs/rescaled.hpp"
#include "benchmarks/programs/unsolvable.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/problems/qp.hpp"

namespace nsds::bench::programs {
namespace {

using Eigen::Map;
using Eigen::VectorXd;

constexpr const char* group_names[] = {"maros_meszaros", "small", "rescaled", "infeasible", "unbounded"};
constexpr int orders_of_copies[] = {3, 6};  // a copy of each: scales from 10^-k to 10^k

VectorXd copied(const double* values, Eigen::Index size) {
  return size == 0 ? VectorXd(0) : VectorXd(Map<const VectorXd>(values, size));
}

Eigen::SparseMatrix<double> copied(const nsds_matrix* matrix, Eigen::Index rows, Eigen::Index cols) {
  Eigen::SparseMatrix<double> made(rows, cols);
  if (rows == 0 || matrix == nullptr) return made;
  const numerics::Matrix columns(*matrix, NSDS_CSC);
  const nsds_csc_arrays& from = columns.get().as.csc;
  return Map<const Eigen::SparseMatrix<double>>(rows, cols, from.column_starts[cols], from.column_starts,
                                                from.row_indices, from.values);
}

test::JudgedProblem copied(const nsds_qp& view) {
  const Eigen::Index n = view.size, m = view.inequalities, e = view.equalities;
  return {copied(view.Q, n, n),  copied(view.p, n),    copied(view.lower, n),
          copied(view.upper, n), copied(view.A, m, n), copied(view.b, m),
          copied(view.C, e, n),  copied(view.d, e),    true};
}

// Files of the collection say so behind the problem, where readers of problems stop.
double constant_in(const std::string& text) {
  const std::string label = "# objective constant";
  const std::size_t at = text.find(label);
  return at == std::string::npos ? 0.0 : std::strtod(text.c_str() + at + label.size(), nullptr);
}

Posed read(const std::string& folder, const std::string& name) {
  const std::filesystem::path file = program_folder() / folder / (name + ".qp");
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const problems::Qp owned = problems::readQp(file);
  return {copied(owned.view()), constant_in(text), false};
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(program_folder() / folder))
    if (entry.path().extension() == ".qp") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

constexpr const char* copy_format = "{}:scales=1e{}:seed={}";

std::vector<Subject> rescaled_subjects() {
  std::vector<Subject> subjects;
  for (const std::string& name : names_in("maros_meszaros"))
    for (const int order : orders_of_copies)
      subjects.push_back({fmt::format(copy_format, name, order, order), Group::rescaled});
  return subjects;
}

Posed pose_copy(const std::string& name) {
  const std::string file = name.substr(0, name.find(':'));
  for (const int order : orders_of_copies)
    if (name == fmt::format(copy_format, file, order, order)) {
      Posed posed = read("maros_meszaros", file);
      const Scales scales = scales_of(posed.problem, order, static_cast<std::uint64_t>(order));
      posed.constant *= scales.cost;
      posed.problem = rescaled(posed.problem, scales);
      return posed;
    }
  throw std::invalid_argument("there is no copy '" + name + "'");
}

}  // namespace

const char* to_string(Group group) {
  return group_names[static_cast<std::size_t>(group)];
}

Group parse_group(const std::string& name) {
  for (const Group group : all_groups)
    if (name == to_string(group)) return group;
  throw std::invalid_argument("there is no part '" + name + "' of the study of programs");
}

std::filesystem::path program_folder() {
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) throw std::runtime_error("NSDS_TEST_DATA does not name the folder of the files");
  return std::filesystem::path(root) / "data" / "qp";
}

std::vector<Subject> subjects_of(Group group) {
  if (group == Group::rescaled) return rescaled_subjects();
  std::vector<Subject> subjects;
  for (const std::string& name : group == Group::infeasible  ? infeasible_names()
                                 : group == Group::unbounded ? unbounded_names()
                                                             : names_in(to_string(group)))
    subjects.push_back({name, group});
  return subjects;
}

Posed pose(const Subject& subject) {
  if (subject.group == Group::rescaled) return pose_copy(subject.name);
  if (subject.group == Group::maros_meszaros) return read("maros_meszaros", subject.name);
  if (subject.group == Group::small) {
    Posed posed = read("small", subject.name);
    posed.is_dense = true;  // as their files were, and as whoever controls a robot has them
    return posed;
  }
  Unsolvable made = make_unsolvable(subject.name);
  return {std::move(made.problem), 0.0, made.is_dense};
}

}  // namespace nsds::bench::programs
