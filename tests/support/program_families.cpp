#include "support/program_families.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "support/program_build.hpp"
#include "support/spec.hpp"

namespace nsds::test {
namespace {

constexpr int largest_dense = 4000;

struct Family {
  const char* name;
  const char* form;
  bool symmetric;
  bool dense;
  void (*make)(int size, std::uint64_t seed, Program& program);  // none: of box_families.hpp
};

constexpr Family families[] = {
    {"hs", "hs:k", true, true, make_hock_schittkowski},
    {"dense", "dense:n[:seed]", true, true, make_dense_program},
    {"semidefinite", "semidefinite:n[:seed]", true, true, make_semidefinite_program},
    {"redundant", "redundant:n[:seed]", true, true, make_redundant_program},
    {"sparse", "sparse:n[:seed]", true, false, make_sparse_program},
    {"linear", "linear:n[:seed]", true, false, make_linear_program},
    {"degenerate", "degenerate:n[:seed]", true, false, make_degenerate_program},
    {"portfolio", "portfolio:n[:seed]", true, false, make_portfolio},
    {"svm", "svm:n[:seed]", true, true, make_svm},
    {"lasso", "lasso:n[:seed]", true, false, make_lasso},
    {"control", "control:n[:seed]", true, false, make_control},
    {"isotonic", "isotonic:n[:seed]", true, false, make_isotonic},
    {"contact", "contact:n[:seed]", true, false, make_contact},
    {"obstacle", "obstacle:n[:kind]", true, false, nullptr},
    {"torsion", "torsion:n[:angle]", true, false, nullptr},
    {"monotone", "monotone:n[:seed]", false, true, make_monotone_inequality},
    {"skew", "skew:n[:seed]", false, false, make_skew_inequality},
    {"cournot", "cournot:n[:seed]", false, false, make_cournot},
    {"traffic", "traffic:n[:seed]", false, false, make_traffic},
    {"game", "game:n[:seed]", false, true, make_game},
    {"relay", "relay:n[:seed]", false, true, nullptr},
    {"boxes", "boxes:n[:seed]", false, false, nullptr},
};

[[noreturn]] void refuse(const std::string& spec) {
  std::string known;
  for (const Family& family : families) known += std::string(known.empty() ? "" : ", ") + family.form;
  throw std::invalid_argument("no program '" + spec + "'; there are " + known);
}

// A problem of box_families.hpp, which has the same name, as a program without rows.
void take_box(const std::string& spec, Program& program) {
  const BoxProblem box = make_box(spec);
  const int n = box.size();
  start_program(n, 0, 0, program);
  program.sparse = box.is_sparse();
  program.Q = program.sparse ? Eigen::MatrixXd() : box.M;
  program.sQ = box.sparse;
  program.A.resize(0, n);
  program.C.resize(0, n);
  program.sA.resize(0, n);
  program.sC.resize(0, n);
  program.p = box.q;
  program.lower = box.lower;
  program.upper = box.upper;
  program.solution = box.solution;
  program.unique = box.unique;
}

}  // namespace

Program make_program(const std::string& spec) {
  const std::optional<Spec> asked = read_spec(spec);
  if (!asked) refuse(spec);
  const Family* family = std::find_if(std::begin(families), std::end(families),
                                      [&](const Family& row) { return asked->family == row.name; });
  const double seed = asked->third.value_or(1.0);
  if (family == std::end(families) || seed != std::floor(seed)) refuse(spec);
  if (family->dense && asked->size > largest_dense)
    throw std::invalid_argument(spec + " is dense and has more than 4000 unknowns");

  Program program;
  program.spec = spec;
  program.family = family->name;
  program.symmetric = family->symmetric;
  if (family->make == nullptr) {
    take_box(spec, program);
  } else {
    family->make(asked->size, static_cast<std::uint64_t>(seed), program);
  }
  return program;
}

std::vector<std::string> program_spec_forms(bool symmetric_only) {
  std::vector<std::string> forms;
  for (const Family& family : families)
    if (family.symmetric || !symmetric_only) forms.emplace_back(family.form);
  return forms;
}

}  // namespace nsds::test
