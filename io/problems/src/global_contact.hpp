// What contact problems in global form have in common with and without rolling resistance.
#pragma once

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
