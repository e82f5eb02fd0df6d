#include "nsds/problems/generic_mechanical.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>

#include "bounds.hpp"
#include "contact.hpp"
#include "layouts.hpp"
#include "limits.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/numerics/registry.h"
#include "square.hpp"

namespace nsds::problems {

struct GenericMechanical::Data {
  Data(Matrix owned, std::vector<double> vector, MechanicalBlocks given)
      : W(std::move(owned)), q(std::move(vector)), blocks(std::move(given)), viewOfW(W.view()) {
    nsds_generic_mechanical_init(&view);
    view.size = W.rows();
    view.blocks = static_cast<std::int32_t>(blocks.kinds.size());
    view.W = &viewOfW;
    view.q = q.data();
    view.block_starts = blocks.starts.data();
    view.kinds = blocks.kinds.data();
    view.mu = blocks.mu.data();
    view.lower = blocks.lower.data();
    view.upper = blocks.upper.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix W;
  std::vector<double> q;
  MechanicalBlocks blocks;
  nsds_matrix viewOfW;
  nsds_generic_mechanical view{};
};

namespace {

void checkBlocks(const MechanicalBlocks& blocks, std::int32_t n) {
  const std::size_t count = blocks.kinds.size();
  require(blocks.starts.size() == count + 1 && blocks.mu.size() == count,
          "starts must be (nb + 1) and mu (nb), nb the size of kinds");
  require(blocks.starts.front() == 0 && blocks.starts.back() == n &&
              std::adjacent_find(blocks.starts.begin(), blocks.starts.end(), std::greater_equal<>()) ==
                  blocks.starts.end(),
          "starts must increase from 0 to n");
  for (std::size_t k = 0; k < count; ++k) {
    require(blocks.kinds[k] >= 0 && blocks.kinds[k] < std::ssize(kBlockKinds),
            "kinds must be those of nsds_block_kind");
    const std::int32_t rows = blocks.starts[k + 1] - blocks.starts[k];
    require(blocks.kinds[k] != NSDS_BLOCK_FRICTION || rows == 2 || rows == 3,
            "a friction block must have 2 or 3 rows");
  }
}

}  // namespace

GenericMechanical::GenericMechanical(Matrix W, std::vector<double> q, MechanicalBlocks blocks) {
  checkSizes("a generic mechanical problem", W,
             {{"q", q.size()}, {"lower", blocks.lower.size()}, {"upper", blocks.upper.size()}});
  checkBlocks(blocks, W.rows());
  data_ = std::make_unique<Data>(std::move(W), std::move(q), std::move(blocks));
}

GenericMechanical::GenericMechanical(GenericMechanical&&) noexcept = default;
GenericMechanical& GenericMechanical::operator=(GenericMechanical&&) noexcept = default;
GenericMechanical::~GenericMechanical() = default;

const nsds_generic_mechanical& GenericMechanical::view() const noexcept {
  return data_->view;
}

namespace {

std::int32_t readKind(TextReader& reader, std::int32_t block) {
  std::string kind = "the kind of block " + std::to_string(block) + ", one of";
  for (const std::string_view one : kBlockKinds)
    kind.append(one == kBlockKinds.front() ? " " : ", ").append(one);
  const std::string_view word = reader.word({kind.c_str()});
  const auto found = std::find(kBlockKinds.begin(), kBlockKinds.end(), word);
  if (found == kBlockKinds.end()) reader.failExpected(kind, word);
  return static_cast<std::int32_t>(found - kBlockKinds.begin());
}

// Reads one block, from its kind on, behind the rows of the blocks before it.
void readBlock(TextReader& reader, std::int32_t n, MechanicalBlocks& blocks) {
  const auto block = static_cast<std::int32_t>(blocks.kinds.size());
  const std::int32_t kind = readKind(reader, block);
  const std::int32_t first = blocks.starts.back();
  const bool friction = kind == NSDS_BLOCK_FRICTION;
  const std::int32_t most = friction ? std::min(3, n - first) : n - first;
  const std::int32_t rows = reader.integer({"the number of rows of block", block}, friction ? 2 : 1, most);
  blocks.kinds.push_back(kind);
  blocks.starts.push_back(first + rows);
  blocks.mu.push_back(friction ? readCoefficient(reader, block) : 0.0);
  const auto end = static_cast<std::size_t>(blocks.starts.back());
  if (kind == NSDS_BLOCK_BOX) {
    const Bounds bounds = readBounds(reader, static_cast<std::size_t>(rows));
    blocks.lower.insert(blocks.lower.end(), bounds.lower.begin(), bounds.lower.end());
    blocks.upper.insert(blocks.upper.end(), bounds.upper.begin(), bounds.upper.end());
  } else {
    blocks.lower.resize(end, -kInfinity);
    blocks.upper.resize(end, kInfinity);
  }
}

GenericMechanical readOneGenericMechanical(TextReader reader) {
  return readGenericMechanicalLayout(reader);
}

}  // namespace

GenericMechanical readGenericMechanicalLayout(TextReader& reader) {
  constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max();
  const std::int32_t n = reader.integer({"the size n"}, 0, largest);
  const std::int32_t count = reader.integer({"the number nb of blocks"}, n > 0 ? 1 : 0, n);
  const auto size = static_cast<std::size_t>(n);
  reader.expectRoom(size, "q (" + std::to_string(n) + ")");
  Matrix W = readMatrix(reader, "W", {n, n, "n = " + std::to_string(n)});
  std::vector<double> q = reader.numbers("q", size);
  MechanicalBlocks blocks{{0}, {}, {}, {}, {}};
  for (std::int32_t k = 0; k < count; ++k) readBlock(reader, n, blocks);
  if (blocks.starts.back() != n)
    reader.fail("the blocks have " + std::to_string(blocks.starts.back()) +
                " rows in all, expected n = " + std::to_string(n));
  return {std::move(W), std::move(q), std::move(blocks)};
}

GenericMechanical readGenericMechanical(const std::filesystem::path& file) {
  return readOneGenericMechanical(TextReader::open(file));
}

GenericMechanical readGenericMechanicalText(std::string text, const std::string& name) {
  return readOneGenericMechanical({std::move(text), name});
}

}  // namespace nsds::problems
