// Writes generic mechanical problems.
#include <ostream>
#include <stdexcept>
#include <string>

#include "nsds/numerics/registry.h"
#include "nsds/problems/generic_mechanical.hpp"
#include "writing/checks.hpp"
#include "writing/nm_write.hpp"
#include "writing/problem_file.hpp"
#include "writing/words.hpp"
#include "writing/write_bounds.hpp"

namespace nsds::problems {

void writeGenericMechanical(std::ostream& out, const nsds_generic_mechanical& problem) {
  out << problem.size << ' ' << problem.blocks << '\n';
  writeMatrix(out, *problem.W);
  writeVector(out, "q", problem.q, problem.size);
  for (std::int32_t k = 0; k < problem.blocks; ++k) {
    const std::int32_t kind = problem.kinds[k];
    if (kind < 0 || kind >= std::ssize(kBlockKinds))
      throw std::invalid_argument("kinds[" + std::to_string(k) + "] is none of nsds_block_kind");
    const std::int32_t first = problem.block_starts[k];
    const std::int32_t rows = problem.block_starts[k + 1] - first;
    out << kBlockKinds[static_cast<std::size_t>(kind)] << ' ' << rows << '\n';
    if (kind == NSDS_BLOCK_FRICTION) {
      checkCoefficient(problem.mu[k], k);
      writeNumber(out, problem.mu[k]);
      out << '\n';
    }
    if (kind == NSDS_BLOCK_BOX) writeBounds(out, rows, problem.lower + first, problem.upper + first);
  }
  out << nsds_class_name(NSDS_CLASS_GENERIC_MECHANICAL) << '\n';
}

void writeGenericMechanical(const std::filesystem::path& file, const nsds_generic_mechanical& problem) {
  writeProblemFile(file, problem, writeGenericMechanical);
}

}  // namespace nsds::problems
