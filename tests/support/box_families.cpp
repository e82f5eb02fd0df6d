#include "support/box_families.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/box_build.hpp"
#include "support/spec.hpp"

namespace nsds::test {
namespace {

constexpr int largest_dense = 2000;

struct Family {
  const char* name;
  const char* form;
  bool mixed;
  double third;  // where the text gives none
  void (*make)(int size, double third, BoxProblem& problem);
};

constexpr Family families[] = {
    {"obstacle", "obstacle:n[:kind]", true, 1.0, make_obstacle},
    {"bearing", "bearing:n[:eccentricity]", true, 0.1, make_bearing},
    {"nash", "nash:firms[:markets]", true, 1.0, make_nash},
    {"diodes", "diodes:n[:seed]", true, 1.0, make_diodes},
    {"floating", "floating:n[:seed]", true, 1.0, make_floating},
    {"monotone", "monotone:n[:seed]", true, 1.0, make_monotone},
    {"sparse", "sparse:n[:seed]", true, 1.0, make_sparse},
    {"degenerate", "degenerate:n[:seed]", true, 1.0, make_degenerate},
    {"qp", "qp:n[:seed]", true, 1.0, make_qp},
    {"redundant", "redundant:n[:seed]", true, 1.0, make_redundant},
    {"twosided", "twosided:n", false, 0.0, make_twosided},
    {"torsion", "torsion:n[:angle]", false, 5.0, make_torsion},
    {"sliding", "sliding:n[:seed]", false, 1.0, make_sliding},
    {"relay", "relay:n[:seed]", false, 1.0, make_relay},
    {"boxes", "boxes:n[:seed]", false, 1.0, make_boxes},
};

[[noreturn]] void refuse(const std::string& spec) {
  std::string known;
  for (const Family& family : families) known += std::string(known.empty() ? "" : ", ") + family.form;
  throw std::invalid_argument("no problem '" + spec + "'; there are " + known);
}

bool is_line(const BoxProblem& problem, int i) {
  return problem.lower[i] == -infinite && problem.upper[i] == infinite;
}

}  // namespace

bool BoxProblem::is_mixed() const {
  for (int i = 0; i < size(); ++i)
    if (!is_line(*this, i) && !(lower[i] == 0.0 && upper[i] == infinite)) return false;
  return true;
}

BoxProblem::Marks BoxProblem::complementary() const {
  Marks marks(size());
  for (int i = 0; i < size(); ++i) marks[i] = is_line(*this, i) ? 0 : 1;
  return marks;
}

BoxProblem make_box(const std::string& spec) {
  const std::optional<Spec> asked = read_spec(spec);
  if (!asked) refuse(spec);
  const Family* family = std::find_if(std::begin(families), std::end(families),
                                      [&](const Family& row) { return asked->family == row.name; });
  if (family == std::end(families)) refuse(spec);

  BoxProblem problem;
  problem.spec = spec;
  problem.family = family->name;
  family->make(asked->size, asked->third.value_or(family->third), problem);
  if (problem.is_sparse() && problem.size() <= largest_dense) problem.M = problem.sparse;
  return problem;
}

std::vector<std::string> box_spec_forms(bool mixed_only) {
  std::vector<std::string> forms;
  for (const Family& family : families)
    if (family.mixed || !mixed_only) forms.emplace_back(family.form);
  return forms;
}

}  // namespace nsds::test
