#include "nsds/problems/friction_contact.hpp"

#include <ostream>
#include <utility>

#include "contact.hpp"
#include "fclib_layout.hpp"
#include "file_contents.hpp"
#include "layouts.hpp"
#include "nm_matrix.hpp"
#include "nsds/problems/fclib.hpp"
#include "problem_file.hpp"

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
  const ContactCounts counts = contact_counts(dimension, mu);
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

FrictionContact read_contact_layout(TextReader& reader) {
  const ContactCounts counts = read_contact_counts(reader);
  const auto rows = static_cast<std::size_t>(counts.rows());
  reader.expectRoom(rows, "q (" + std::to_string(rows) + ")");
  Matrix W = read_matrix(reader, "W", counts.rows(), counts.rows());
  std::vector<double> q = reader.numbers("q", rows);
  std::vector<double> mu = read_friction(reader, counts.contacts);
  return {counts.dimension, in_contact_blocks(std::move(W), counts.dimension), std::move(q), std::move(mu)};
}

FrictionContact read_friction_contact(const std::filesystem::path& file) {
  return read_friction_contact_text(file_contents(file), file.string());
}

FrictionContact read_friction_contact_text(std::string text, const std::string& name) {
  if (is_hdf5(text)) return read_fclib_local_problem(text, name);
  TextReader reader(std::move(text), name);
  return read_contact_layout(reader);
}

void write_friction_contact(std::ostream& out, const nsds_friction_contact& problem) {
  check_friction(problem.mu, problem.contacts);
  out << problem.dimension << '\n' << problem.contacts << '\n';
  write_matrix(out, *problem.W);
  write_vector(out, "q", problem.q, problem.dimension * problem.contacts);
  write_vector(out, "mu", problem.mu, problem.contacts);
}

void write_friction_contact(const std::filesystem::path& file, const nsds_friction_contact& problem) {
  write_problem_file(file, problem, write_friction_contact);
}

}  // namespace nsds::problems
