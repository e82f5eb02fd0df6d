// Where the reaction of a contact stands in its cone, and what that leaves of its velocity (docs/ok.md, "Contacts").
#pragma once

#include "friction/contract/parts.hpp"

namespace nsds::numerics::friction {

struct Standing {
  bool is_outside = false, is_open = false;
  bool has_flow = false;       // the slip is in the violation of the normal row
  bool asks[most_parts] = {};  // whether the law asks anything of the row of a part
  double violation[most_parts] = {};
};

// What of the velocity of a part is not opposed to its reaction, whose norm is not zero. speed: out, what is.
inline double not_opposed(const double* r, double norm, const double* u, std::size_t rows, double& speed) {
  double along = 0.0;
  for (std::size_t k = 0; k < rows; ++k) along += u[k] * (r[k] / norm);
  speed = std::max(0.0, -along);
  if (!(along < 0.0)) return part_norm(u, rows);
  // Of two rows the part across the reaction is written so that it loses nothing.
  return rows == 1 ? 0.0 : std::fabs(u[0] * (r[1] / norm) - u[1] * (r[0] / norm));
}

inline bool is_zero(const double* r, std::size_t rows) {
  return std::all_of(r, r + rows, [](double x) { return x == 0.0; });
}

// r, u: of the contact.
inline Standing standing_of(const Problem& problem, const Division& parts, std::size_t contact,
                            const double* r, const double* u) {
  Standing found;
  const double dilatancy = dilatancy_of(problem, contact);
  if (r[0] == 0.0 && !problem.cylinder && is_zero(r, parts.first[parts.count])) {
    found.is_open = true;
    const double flow = dilatancy == 0.0 ? 0.0 : dilatancy * part_norm(u + 1, parts.rows(tangent_part));
    found.violation[normal_part] = std::max(flow - u[0], 0.0);
    found.asks[normal_part] = true;
    found.has_flow = dilatancy < 0.0 || (dilatancy > 0.0 && u[0] >= 0.0);
    return found;
  }
  found.is_outside = !problem.cylinder && !(r[0] > 0.0);
  found.asks[normal_part] = true;
  double slip = 0.0;
  for (std::size_t part = tangent_part; part < parts.count; ++part) {
    const double* const of_r = r + parts.first[part];
    const double* const of_u = u + parts.first[part];
    const std::size_t rows = parts.rows(part);
    const double norm = part_norm(of_r, rows), limit = limit_of(problem, contact, part, r[0]);
    double speed = 0.0;
    found.asks[part] = norm > 0.0 || limit > 0.0;
    if (norm > limit + on_limit * limit) {
      found.is_outside = true;
    } else if (norm == 0.0 && limit == 0.0) {
      speed = part_norm(of_u, rows);
    } else if (norm >= limit - on_limit * limit) {
      found.violation[part] = not_opposed(of_r, norm, of_u, rows, speed);
    } else {
      found.violation[part] = part_norm(of_u, rows);
      speed = -1.0;
    }
    if (part == tangent_part) {
      found.has_flow = dilatancy != 0.0 && speed >= 0.0;
      slip = std::max(speed, 0.0);
    }
  }
  found.violation[normal_part] = std::fabs(dilatancy == 0.0 ? u[0] : u[0] - dilatancy * slip);
  return found;
}

}  // namespace nsds::numerics::friction
