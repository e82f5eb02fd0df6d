#include "nsds/problems/rolling_friction_contact.hpp"

#include <utility>

#include "contact.hpp"
#include "fclib/fclib_layout.hpp"
#include "file_contents.hpp"
#include "layouts.hpp"
#include "nm/nm_matrix.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems {

struct RollingFrictionContact::Data {
  Data(std::int32_t dimension, Matrix owned, std::vector<double> vector, std::vector<double> friction,
       std::vector<double> rolling)
      : W(std::move(owned)),
        q(std::move(vector)),
        mu(std::move(friction)),
        mu_r(std::move(rolling)),
        viewOfW(W.view()) {
    nsds_rolling_friction_contact_init(&view);
    view.dimension = dimension;
    view.contacts = static_cast<std::int32_t>(mu.size());
    view.W = &viewOfW;
    view.q = q.data();
    view.mu = mu.data();
    view.mu_r = mu_r.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  Matrix W;
  std::vector<double> q, mu, mu_r;
  nsds_matrix viewOfW;
  nsds_rolling_friction_contact view{};
};

RollingFrictionContact::RollingFrictionContact(std::int32_t dimension, Matrix W, std::vector<double> q,
                                               std::vector<double> mu, std::vector<double> mu_r) {
  const ContactCounts counts = contactCounts(dimension, mu, kRollingRows);
  require(W.rows() == counts.rows() && W.cols() == counts.rows(),
          "W must be (d nc x d nc), nc the size of mu");
  require(q.size() == static_cast<std::size_t>(counts.rows()), "q must be (d nc), nc the size of mu");
  require(mu_r.size() == mu.size(), "mu_r must have the size of mu");
  data_ = std::make_unique<Data>(dimension, std::move(W), std::move(q), std::move(mu), std::move(mu_r));
}

RollingFrictionContact::RollingFrictionContact(RollingFrictionContact&&) noexcept = default;
RollingFrictionContact& RollingFrictionContact::operator=(RollingFrictionContact&&) noexcept = default;
RollingFrictionContact::~RollingFrictionContact() = default;

const nsds_rolling_friction_contact& RollingFrictionContact::view() const noexcept {
  return data_->view;
}

RollingFrictionContact readRollingLayout(TextReader& reader) {
  const ContactCounts counts = readContactCounts(reader, kRollingRows);
  const auto rows = static_cast<std::size_t>(counts.rows());
  reader.expectRoom(rows, "q (" + std::to_string(rows) + ")");
  Matrix W = readMatrix(reader, "W", {counts.rows(), counts.rows(), inWords(counts)});
  std::vector<double> q = reader.numbers("q", rows);
  std::vector<double> mu = readFriction(reader, counts.contacts);
  std::vector<double> mu_r = readFriction(reader, counts.contacts, "mu_r");
  return {counts.dimension, inContactBlocks(std::move(W), counts.dimension), std::move(q), std::move(mu),
          std::move(mu_r)};
}

RollingFrictionContact readRollingFrictionContact(const std::filesystem::path& file) {
  return readRollingFrictionContactText(fileContents(file), file.string());
}

RollingFrictionContact readRollingFrictionContactText(std::string text, const std::string& name) {
  if (isHdf5(text)) return readFclibRollingProblem(text, name);
  TextReader reader(std::move(text), name);
  return readRollingLayout(reader);
}

}  // namespace nsds::problems
