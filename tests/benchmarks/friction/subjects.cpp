#include "benchmarks/friction/subjects.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "benchmarks/friction/variants.hpp"
#include "nsds/problems/friction_contact.hpp"
#include "nsds/problems/global_friction_contact.hpp"
#include "support/collection/parameters.hpp"
#include "support/collection/reduced.hpp"
#include "support/collection/views.hpp"

namespace nsds::bench {
namespace {

constexpr nsds_class reduced_form = NSDS_CLASS_FRICTION_CONTACT;
constexpr nsds_class global_form = NSDS_CLASS_GLOBAL_FRICTION_CONTACT;
constexpr const char* no_problem = "ACinputs.dat";  // arguments of a function, beside the problems

std::filesystem::path data_folder() {
  const char* root = std::getenv("NSDS_TEST_DATA");
  if (root == nullptr) throw std::runtime_error("NSDS_TEST_DATA does not name the folder of the files");
  return std::filesystem::path(root) / "data" / "numerics";
}

std::vector<Subject> files_of(const std::string& folder, nsds_class problem_class) {
  std::vector<Subject> subjects;
  for (const auto& entry : std::filesystem::directory_iterator(data_folder() / folder)) {
    const std::string file = entry.path().filename().string();
    if (file != no_problem)
      subjects.push_back({fmt::format("{}/{}", folder, file), folder, "files", {problem_class}});
  }
  std::sort(subjects.begin(), subjects.end(),
            [](const Subject& a, const Subject& b) { return a.name < b.name; });
  return subjects;
}

Subject of_collection(const Entry& entry, const std::string& group) {
  return {entry.name, Parameters(entry.name).family(), group, {reduced_form, global_form}};
}

// An owner keeps itself alive through the view that it ends in.
struct OwnedReduced {
  explicit OwnedReduced(Reduced made) : reduced(std::move(made)), view(reduced) {}
  Reduced reduced;
  ReducedView view;
};

struct OwnedGlobal {
  explicit OwnedGlobal(Instance made) : instance(std::move(made)), view(instance) {}
  Instance instance;
  GlobalView view;
};

Posed posed(Reduced made) {
  const auto owned = std::make_shared<const OwnedReduced>(std::move(made));
  return {&owned->view.problem(), nullptr, owned, owned->reduced.contacts()};
}

Posed pose_file(const Subject& subject, nsds_class problem_class) {
  const std::filesystem::path file = data_folder() / subject.name;
  if (problem_class == reduced_form) {
    const auto owned = std::make_shared<const problems::FrictionContact>(problems::readFrictionContact(file));
    return {&owned->view(), nullptr, owned, owned->view().contacts};
  }
  const auto owned =
      std::make_shared<const problems::GlobalFrictionContact>(problems::readGlobalFrictionContact(file));
  return {nullptr, &owned->view(), owned, owned->view().contacts};
}

Posed pose_instance(const Subject& subject, nsds_class problem_class) {
  Instance instance = make_instance(subject.name);
  if (problem_class == reduced_form) {
    if (!is_reducible(instance)) return {nullptr, nullptr, nullptr, instance.contacts()};
    return posed(reduce(instance));
  }
  const auto owned = std::make_shared<const OwnedGlobal>(std::move(instance));
  return {nullptr, &owned->view.problem(), owned, owned->instance.contacts()};
}

}  // namespace

std::vector<Subject> file_subjects() {
  std::vector<Subject> subjects;
  for (const char* folder : {"FC2D", "FC3D"})
    for (Subject& subject : files_of(folder, reduced_form)) subjects.push_back(std::move(subject));
  for (const char* folder : {"GFC2D", "GFC3D"})
    for (Subject& subject : files_of(folder, global_form)) subjects.push_back(std::move(subject));
  return subjects;
}

std::vector<Subject> collection_subjects(const std::vector<SizeClass>& sizes) {
  std::vector<Subject> subjects;
  for (const Entry& entry : collection())
    if (std::find(sizes.begin(), sizes.end(), entry.size) != sizes.end())
      subjects.push_back(of_collection(entry, to_string(entry.size)));
  return subjects;
}

std::vector<Subject> uncertified_subjects() {
  std::vector<Subject> subjects;
  for (const Entry& entry : uncertified()) subjects.push_back(of_collection(entry, "uncertified"));
  return subjects;
}

std::vector<Subject> variant_subjects() {
  std::vector<Subject> subjects;
  for (const Subject& file : files_of("FC3D", reduced_form))
    for (const double factor : friction_factors)
      for (const char* order : contact_orders)
        subjects.push_back({fmt::format("{}:mu={}:order={}", file.name, factor, order),
                            file.name,
                            "variants",
                            {reduced_form}});
  return subjects;
}

Posed pose(const Subject& subject, nsds_class problem_class) {
  if (subject.group == "files") return pose_file(subject, problem_class);
  if (subject.group == "variants") {
    const Parameters variant(subject.name);
    const auto given = problems::readFrictionContact(data_folder() / variant.family());
    return posed(variant_of(given.view(), variant.number("mu"), variant.text("order")));
  }
  return pose_instance(subject, problem_class);
}

}  // namespace nsds::bench
