#include "nsds/problems/friction_contact.hpp"

#include <utility>

#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "file_contents.hpp"
#include "layouts.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems {

struct FrictionContact::Data {
  Data(std::int32_t dimension, Matrix owned, std::vector<double> vector, std::vector<double> friction)
      : W(std::move(owned)), q(std::move(vector)), mu(std::move(friction)), viewOfW(W.view()) {
    nsds_friction_contact_init(&view);
    view.dimension = dimension;
    view.contacts = static_cast<std::int32_t>(mu.size());
    view.W = &viewOfW;
    view.q = q.data();
    view.mu = mu.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix W;
  std::vector<double> q, mu;
  nsds_matrix viewOfW;
  nsds_friction_contact view{};
};

FrictionContact::FrictionContact(std::int32_t dimension, Matrix W, std::vector<double> q,
                                 std::vector<double> mu) {
  const ContactCounts counts = contactCounts(dimension, mu);
  require(W.rows() == counts.rows() && W.cols() == counts.rows(),
          "W must be (d nc x d nc), nc the size of mu");
  require(q.size() == static_cast<std::size_t>(counts.rows()), "q must be (d nc), nc the size of mu");
  data_ = std::make_unique<Data>(dimension, std::move(W), std::move(q), std::move(mu));
}

FrictionContact::FrictionContact(FrictionContact&&) noexcept = default;
FrictionContact& FrictionContact::operator=(FrictionContact&&) noexcept = default;
FrictionContact::~FrictionContact() = default;

const nsds_friction_contact& FrictionContact::view() const noexcept {
  return data_->view;
}

FrictionContact readContactLayout(TextReader& reader) {
  const ContactCounts counts = readContactCounts(reader);
  const auto rows = static_cast<std::size_t>(counts.rows());
  reader.expectRoom(rows, "q (" + std::to_string(rows) + ")");
  Matrix W = readMatrix(reader, "W", {counts.rows(), counts.rows(), inWords(counts)});
  std::vector<double> q = reader.numbers("q", rows);
  std::vector<double> mu = readFriction(reader, counts.contacts);
  return {counts.dimension, inContactBlocks(std::move(W), counts.dimension), std::move(q), std::move(mu)};
}

FrictionContact readFrictionContact(const std::filesystem::path& file) {
  return readFrictionContactText(fileContents(file), file.string());
}

FrictionContact readFrictionContactText(std::string text, const std::string& name) {
  if (isHdf5(text)) return readFclibLocalProblem(text, name);
  TextReader reader(std::move(text), name);
  return readContactLayout(reader);
}

}  // namespace nsds::problems
