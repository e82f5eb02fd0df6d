// nsds-bench collection: what is in the collection of frictional contact problems.
#include <array>
#include <iomanip>
#include <memory>
#include <string>

#include "benchmarks/commands/command.hpp"
#include "benchmarks/commands/output.hpp"
#include "support/collection/collection.hpp"
#include "support/collection/parameters.hpp"
#include "support/collection/reduced.hpp"

namespace nsds::bench {
namespace {

struct Arguments {
  bool list = false, json = false, without = false;
  std::string family, size;
};

const char* name_of(Existence kind) {
  switch (kind) {
    case Existence::strict:
      return "strict";
    case Existence::polyhedral:
      return "polyhedral";
    case Existence::planted:
      return "planted";
    default:
      return "none";
  }
}

// rank_ratio: rows of contacts over the rank of W, 0 where it was not computed.
void print_instance(const Entry& entry, bool json, std::ostream& out) {
  const Instance instance = make_instance(entry.name);
  const int rank = entry.size == SizeClass::small ? rank_of_contacts(instance) : 0;
  const double rank_ratio = rank > 0 ? static_cast<double>(instance.H.cols()) / rank : 0.0;
  if (json) {
    nlohmann::ordered_json result;
    result["name"] = entry.name;
    result["size"] = to_string(entry.size);
    result["contacts"] = entry.contacts;
    result["dofs"] = instance.size();
    result["bilateral"] = instance.constraints();
    result["certificate"] = name_of(instance.certificate.kind);
    result["rank_ratio"] = rank > 0 ? nlohmann::ordered_json(rank_ratio) : nlohmann::ordered_json(nullptr);
    print(out, result, true);
    return;
  }
  out << std::left << std::setw(72) << entry.name << std::right << std::setw(8) << entry.contacts
      << std::setw(8) << instance.size() << std::setw(6) << instance.constraints() << std::setw(12)
      << name_of(instance.certificate.kind);
  if (rank > 0) out << std::fixed << std::setprecision(2) << std::setw(8) << rank_ratio;
  out << '\n';
}

void print_list(const Arguments& arguments, std::ostream& out) {
  if (!arguments.json)
    out << std::left << std::setw(72) << "name" << std::right << std::setw(8) << "contacts" << std::setw(8)
        << "dofs" << std::setw(6) << "rows" << std::setw(12) << "certificate" << std::setw(8) << "rank"
        << '\n';
  for (const Entry& entry : arguments.without ? uncertified() : collection()) {
    if (!arguments.size.empty() && arguments.size != to_string(entry.size)) continue;
    if (!arguments.family.empty() && arguments.family != Parameters(entry.name).family()) continue;
    print_instance(entry, arguments.json, out);
  }
}

void print_summary(std::ostream& out) {
  std::array<int, 3> count{};
  for (const Entry& entry : collection()) ++count[static_cast<std::size_t>(entry.size)];
  out << count[0] << " small, " << count[1] << " medium and " << count[2] << " large instances, "
      << uncertified().size() << " without certificate. Families and their keys:\n";
  for (const std::string& form : family_forms()) out << "  " << form << '\n';
}

}  // namespace

void add_collection(CLI::App& app, std::ostream& out) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("collection", "frictional contact problems by formula");
  command->add_flag("--list", arguments->list, "every instance, which is made for it");
  command->add_option("--size", arguments->size, "only small, medium or large ones")
      ->check(CLI::IsMember({"small", "medium", "large"}));
  command->add_option("--family", arguments->family, "only this family");
  command->add_flag("--uncertified", arguments->without, "those not known to have a solution");
  command->add_flag("--json", arguments->json, "one JSON line an instance");
  command->footer("rank: rows of the contacts over the rank of W, of small instances");
  command->callback([arguments, &out] {
    if (arguments->list) {
      print_list(*arguments, out);
    } else {
      print_summary(out);
    }
  });
}

}  // namespace nsds::bench
