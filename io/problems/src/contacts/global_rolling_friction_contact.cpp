#include "nsds/problems/global_rolling_friction_contact.hpp"

#include <utility>

#include "fclib/fclib_layout.hpp"
#include "file_contents.hpp"
#include "global_contact.hpp"
#include "layouts.hpp"
#include "nsds/problems/fclib.hpp"

namespace nsds::problems {

struct GlobalRollingFrictionContact::Data {
  Data(GlobalContactParts given, std::vector<double> rolling)
      : parts(std::move(given)), mu_r(std::move(rolling)), viewOfM(parts.M.view()), viewOfH(parts.H.view()) {
    nsds_global_rolling_friction_contact_init(&view);
    if (parts.constraints) viewOfG = parts.constraints->G.view();
    fillGlobalView(parts, viewOfM, viewOfH, viewOfG, view);
    view.mu_r = mu_r.data();
  }
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;
  ~Data() = default;

  GlobalContactParts parts;
  std::vector<double> mu_r;
  nsds_matrix viewOfM, viewOfH, viewOfG{};
  nsds_global_rolling_friction_contact view{};
};

GlobalRollingFrictionContact::GlobalRollingFrictionContact(GlobalContactParts parts,
                                                           std::vector<double> mu_r) {
  checkParts(parts, kRollingRows);
  require(mu_r.size() == parts.mu.size(), "mu_r must have the size of mu");
  data_ = std::make_unique<Data>(std::move(parts), std::move(mu_r));
}

GlobalRollingFrictionContact::GlobalRollingFrictionContact(GlobalRollingFrictionContact&&) noexcept = default;
GlobalRollingFrictionContact& GlobalRollingFrictionContact::operator=(
    GlobalRollingFrictionContact&&) noexcept = default;
GlobalRollingFrictionContact::~GlobalRollingFrictionContact() = default;

const nsds_global_rolling_friction_contact& GlobalRollingFrictionContact::view() const noexcept {
  return data_->view;
}

GlobalRollingFrictionContact readGlobalRollingLayout(TextReader& reader) {
  GlobalContactParts parts = readGlobalParts(reader, kRollingRows);
  std::vector<double> mu_r = readFriction(reader, static_cast<std::int32_t>(parts.mu.size()), "mu_r");
  readConstraints(reader, parts);
  return {std::move(parts), std::move(mu_r)};
}

GlobalRollingFrictionContact readGlobalRollingFrictionContact(const std::filesystem::path& file) {
  return readGlobalRollingFrictionContactText(fileContents(file), file.string());
}

GlobalRollingFrictionContact readGlobalRollingFrictionContactText(std::string text, const std::string& name) {
  if (isHdf5(text)) return readFclibGlobalRollingProblem(text, name);
  TextReader reader(std::move(text), name);
  return readGlobalRollingLayout(reader);
}

}  // namespace nsds::problems
