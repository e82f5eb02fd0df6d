// Writes problems of contacts with friction and rolling resistance, reduced to the contacts and in global form.
#include <ostream>

#include "nsds/numerics/registry.h"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "writing/checks.hpp"
#include "writing/global_view.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"
#include "writing/words.hpp"

namespace nsds::problems {

namespace {

// Writes everything but what ends the file. Throws std::invalid_argument.
void writeGlobalParts(std::ostream& out, const GlobalView& problem) {
  checkFriction(problem.mu, problem.contacts);
  if (problem.mu_r != nullptr) checkFriction(problem.mu_r, problem.contacts, "mu_r");
  out << problem.dimension << '\n' << problem.contacts << '\n';
  writeMatrix(out, *problem.M);
  writeMatrix(out, *problem.H);
  writeVector(out, "q", problem.q, problem.size);
  writeVector(out, "b", problem.b, problem.dimension * problem.contacts);
  writeVector(out, "mu", problem.mu, problem.contacts);
  if (problem.mu_r != nullptr) writeVector(out, "mu_r", problem.mu_r, problem.contacts);
  if (problem.constraints == 0) return;
  out << kBilateral << ' ' << problem.constraints << '\n';
  writeMatrix(out, *problem.G);
  writeVector(out, "d", problem.d, problem.constraints);
}

}  // namespace

void writeFrictionContact(std::ostream& out, const nsds_friction_contact& problem) {
  checkFriction(problem.mu, problem.contacts);
  out << problem.dimension << '\n' << problem.contacts << '\n';
  writeMatrix(out, *problem.W);
  writeVector(out, "q", problem.q, problem.dimension * problem.contacts);
  writeVector(out, "mu", problem.mu, problem.contacts);
}

void writeFrictionContact(const std::filesystem::path& file, const nsds_friction_contact& problem) {
  writeProblemFile(file, problem, writeFrictionContact);
}

void writeRollingFrictionContact(std::ostream& out, const nsds_rolling_friction_contact& problem) {
  checkFriction(problem.mu, problem.contacts);
  checkFriction(problem.mu_r, problem.contacts, "mu_r");
  out << problem.dimension << '\n' << problem.contacts << '\n';
  writeMatrix(out, *problem.W);
  writeVector(out, "q", problem.q, problem.dimension * problem.contacts);
  writeVector(out, "mu", problem.mu, problem.contacts);
  writeVector(out, "mu_r", problem.mu_r, problem.contacts);
  out << nsds_class_name(NSDS_CLASS_ROLLING_FRICTION_CONTACT) << '\n';
}

void writeRollingFrictionContact(const std::filesystem::path& file,
                                 const nsds_rolling_friction_contact& problem) {
  writeProblemFile(file, problem, writeRollingFrictionContact);
}

void writeGlobalFrictionContact(std::ostream& out, const nsds_global_friction_contact& problem) {
  writeGlobalParts(out, globalViewOf(problem));
}

void writeGlobalFrictionContact(const std::filesystem::path& file,
                                const nsds_global_friction_contact& problem) {
  writeProblemFile(file, problem, writeGlobalFrictionContact);
}

void writeGlobalRollingFrictionContact(std::ostream& out,
                                       const nsds_global_rolling_friction_contact& problem) {
  writeGlobalParts(out, globalViewOf(problem));
  out << nsds_class_name(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT) << '\n';
}

void writeGlobalRollingFrictionContact(const std::filesystem::path& file,
                                       const nsds_global_rolling_friction_contact& problem) {
  writeProblemFile(file, problem, writeGlobalRollingFrictionContact);
}

}  // namespace nsds::problems
