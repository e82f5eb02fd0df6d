#include "nsds/problems/global_friction_contact.hpp"

#include <limits>
#include <utility>

#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "file_contents.hpp"
#include "global_contact.hpp"
#include "layouts.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems {

struct GlobalFrictionContact::Data {
  explicit Data(GlobalContactParts given)
      : parts(std::move(given)), viewOfM(parts.M.view()), viewOfH(parts.H.view()) {
    nsds_global_friction_contact_init(&view);
    if (parts.constraints) viewOfG = parts.constraints->G.view();
    fillGlobalView(parts, viewOfM, viewOfH, viewOfG, view);
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  GlobalContactParts parts;
  nsds_matrix viewOfM, viewOfH, viewOfG{};
  nsds_global_friction_contact view{};
};

void checkParts(const GlobalContactParts& parts, const ContactRows& of) {
  const ContactCounts counts = contactCounts(parts.dimension, parts.mu, of);
  const std::int32_t n = parts.M.rows();
  const auto fits = [](const std::vector<double>& vector, std::int32_t size) {
    return vector.size() == static_cast<std::size_t>(size);
  };
  require(parts.M.cols() == n, "M must be (n x n)");
  require(parts.H.rows() == n && parts.H.cols() == counts.rows(),
          "H must be (n x dim nc), nc the size of mu");
  require(fits(parts.q, n), "q must be (n)");
  require(fits(parts.b, counts.rows()), "b must be (dim nc), nc the size of mu");
  if (parts.constraints) {
    require(parts.constraints->G.cols() == n, "G must be (m x n)");
    require(fits(parts.constraints->d, parts.constraints->G.rows()), "d must be (m)");
  }
}

GlobalFrictionContact::GlobalFrictionContact(GlobalContactParts parts) {
  checkParts(parts, kFrictionRows);
  data_ = std::make_unique<Data>(std::move(parts));
}

GlobalFrictionContact::GlobalFrictionContact(GlobalFrictionContact&&) noexcept = default;
GlobalFrictionContact& GlobalFrictionContact::operator=(GlobalFrictionContact&&) noexcept = default;
GlobalFrictionContact::~GlobalFrictionContact() = default;

const nsds_global_friction_contact& GlobalFrictionContact::view() const noexcept {
  return data_->view;
}

namespace {

BilateralConstraints readConstraints(TextReader& reader, std::int32_t n) {
  reader.expect(kBilateral);
  const std::int32_t m =
      reader.integer({"the number m of bilateral constraints"}, 0, std::numeric_limits<std::int32_t>::max());
  reader.expectRoom(static_cast<std::size_t>(m), "d (" + std::to_string(m) + ")");
  Matrix G = readMatrix(
      reader, "G",
      {m, n, std::to_string(m) + " bilateral constraints, and M has " + std::to_string(n) + " rows"});
  return {std::move(G), reader.numbers("d", static_cast<std::size_t>(m))};
}

}  // namespace

GlobalContactParts readGlobalParts(TextReader& reader, const ContactRows& of) {
  const ContactCounts counts = readContactCounts(reader, of);
  const auto columns = static_cast<std::size_t>(counts.rows());
  reader.expectRoom(columns, "b (" + std::to_string(columns) + ")");
  Matrix M = readSquareMatrix(reader, "M", "q");
  Matrix H = readMatrix(
      reader, "H",
      {M.rows(), counts.rows(), "M has " + std::to_string(M.rows()) + " rows, for " + inWords(counts)});
  std::vector<double> q = reader.numbers("q", static_cast<std::size_t>(M.rows()));
  std::vector<double> b = reader.numbers("b", columns);
  std::vector<double> mu = readFriction(reader, counts.contacts);
  return {counts.dimension, std::move(M), std::move(H), std::move(q), std::move(b), std::move(mu)};
}

void readConstraints(TextReader& reader, GlobalContactParts& parts) {
  if (reader.peek() == kBilateral) parts.constraints.emplace(readConstraints(reader, parts.M.rows()));
}

GlobalFrictionContact readGlobalContactLayout(TextReader& reader) {
  GlobalContactParts parts = readGlobalParts(reader, kFrictionRows);
  readConstraints(reader, parts);
  return GlobalFrictionContact(std::move(parts));
}

GlobalFrictionContact readGlobalFrictionContact(const std::filesystem::path& file) {
  return readGlobalFrictionContactText(fileContents(file), file.string());
}

GlobalFrictionContact readGlobalFrictionContactText(std::string text, const std::string& name) {
  if (isHdf5(text)) return readFclibGlobalProblem(text, name);
  TextReader reader(std::move(text), name);
  return readGlobalContactLayout(reader);
}

}  // namespace nsds::problems
