// Says whether a point solves a problem over cones, by the contract of docs/ok.md: each part against its own terms.
#pragma once

#include <optional>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/report.h"
#include "soclcp/contract/part_norms.hpp"
#include "soclcp/contract/parts.hpp"

namespace nsds::numerics::soclcp {

// A point and its map, all (n).
struct Image {
  const double* z;
  const double* w;          // M z + q
  const double* magnitude;  // |M| |z| + |q|
};

class NSDS_NUMERICS_API ConeContract {
 public:
  // given has been checked, and outlives it. floor: what any part may be violated by whatever its terms, beside the floors of the problem.
  ConeContract(const nsds_soclcp& given, double tolerance, double floor, Arena& arena)
      : given_(given),
        tolerance_(tolerance),
        floor_(floor),
        arena_(arena),
        division_(division_of(given, arena)) {}

  // The value is that of the page, and not a little more, at the price of the norms of all blocks.
  void ask_for_exact_values() { is_exact_ = true; }
  bool is_exact() const { return is_exact_; }

  // fails: (parts) out, whether rule b leaves the part violated and rule c does not forgive it; empty: nobody asks. The value is at most
  // the tolerance where the contract holds, and at least 1 where something is outside or a ray. primal has these, dual the parts of z that
  // are zero and rows that are free, complementarity the others; worst is the first row of a part. Norms stay in the arena.
  nsds_residual judge(const Image& image, std::span<unsigned char> fails = {});

  const nsds_soclcp& given() const { return given_; }
  const Division& division() const { return division_; }
  double tolerance() const { return tolerance_; }
  double floor_of(const Part& part) const;
  // The norms of the problem, made where they are asked for first. Nothing that is rewound may be taken before.
  const PartNorms& norms();

 private:
  const nsds_soclcp& given_;
  double tolerance_, floor_;
  bool is_exact_ = false;
  Arena& arena_;
  Division division_;
  std::optional<PartNorms> norms_;
};

}  // namespace nsds::numerics::soclcp
