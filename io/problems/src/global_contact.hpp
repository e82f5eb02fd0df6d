// What contact problems in global form have in common with and without rolling resistance.
#pragma once

#include <iosfwd>

#include "contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "text_reader.hpp"

namespace nsds::problems {

/// Throws std::invalid_argument when the sizes differ.
void checkParts(const GlobalContactParts& parts, const ContactRows& of);

/// dim nc, NM(M), NM(H), q, b, mu. Throws FileError.
GlobalContactParts readGlobalParts(TextReader& reader, const ContactRows& of);

/// The bilateral constraints, where they follow. Throws FileError.
void readConstraints(TextReader& reader, GlobalContactParts& parts);

/// A problem of either class. mu_r: Nullable.
struct GlobalView {
  std::int32_t dimension, contacts, size, constraints;
  const nsds_matrix *M, *H, *G;
  const double *q, *b, *d, *mu, *mu_r;
};

template <class View>
GlobalView globalViewOf(const View& problem) {
  GlobalView made{problem.dimension, problem.contacts, problem.size, problem.constraints,
                  problem.M,         problem.H,        problem.G,    problem.q,
                  problem.b,         problem.d,        problem.mu,   nullptr};
  if constexpr (requires { problem.mu_r; }) made.mu_r = problem.mu_r;
  return made;
}

/// Everything but what ends the file. Throws std::invalid_argument.
void writeGlobalParts(std::ostream& out, const GlobalView& problem);

/// The view of the parts, whose matrices are viewed already.
template <class View>
void fillGlobalView(const GlobalContactParts& parts, const nsds_matrix& M, const nsds_matrix& H,
                    const nsds_matrix& G, View& view) {
  view.dimension = parts.dimension;
  view.contacts = static_cast<std::int32_t>(parts.mu.size());
  view.size = parts.M.rows();
  view.M = &M;
  view.H = &H;
  view.q = parts.q.data();
  view.b = parts.b.data();
  view.mu = parts.mu.data();
  if (!parts.constraints) return;
  view.constraints = G.rows;
  view.G = &G;
  view.d = parts.constraints->d.data();
}

}  // namespace nsds::problems
