#include "support/collection/collection.hpp"

#include <stdexcept>

#include "support/collection/families.hpp"

namespace nsds::bench {
namespace {

struct Family {
  const char* name;
  std::vector<std::string> keys;  // in alphabetical order
  int (*contacts)(const Parameters&);
  Instance (*make)(const Parameters&);
};

const std::vector<Family>& families() {
  static const std::vector<Family> table = {
      {"stack", {"mu", "n", "ratio", "seed"}, stack_contacts, make_stack},
      {"wall", {"height", "mu", "seed", "width"}, wall_contacts, make_wall},
      {"cards", {"dim", "levels", "mu", "seed"}, cards_contacts, make_cards},
      {"chair", {"chairs", "feet", "mu", "push"}, chair_contacts, make_chair},
      {"arch", {"blocks", "dim", "load", "mu", "points", "thickness"}, arch_contacts, make_arch},
      {"chain", {"links", "mu", "seed"}, chain_contacts, make_chain},
      {"catenary", {"links", "mu", "seed"}, catenary_contacts, make_catenary},
      {"column", {"mu", "n", "ratio", "seed"}, column_contacts, make_column},
      {"packing", {"mu", "ratio", "seed", "side"}, packing_contacts, make_packing},
      {"incline", {"factor", "mu", "n", "push"}, incline_contacts, make_incline},
      {"elastic", {"dim", "modulus", "mu", "n", "speed"}, elastic_contacts, make_elastic},
      {"pile", {"flow", "height", "mu", "seed", "width"}, pile_contacts, make_pile},
      {"wedge", {"angle", "factor", "n"}, wedge_contacts, make_wedge},
      {"pit", {"angle", "faces", "factor", "n"}, pit_contacts, make_pit},
      {"impact", {"kind", "mu", "restitution", "seed", "side", "speed"}, impact_contacts, make_impact},
      {"drop", {"corners", "mu", "restitution", "speed"}, drop_contacts, make_drop},
      {"grasp", {"fingers", "force", "mu", "patch"}, grasp_contacts, make_grasp},
      {"linkage", {"closed", "mu", "n", "seed"}, linkage_contacts, make_linkage},
      {"planted", {"mu", "of", "seed", "size", "weak"}, planted_contacts, make_planted},
  };
  return table;
}

std::string form_of(const Family& family) {
  std::string form = family.name;
  for (const std::string& key : family.keys) form += ":" + key;
  return form;
}

const Family& family_of(const Parameters& parameters, const std::string& name) {
  std::string known;
  for (const Family& family : families()) {
    if (parameters.family() != family.name) {
      known += (known.empty() ? "" : ", ") + std::string(family.name);
      continue;
    }
    if (parameters.keys() != family.keys)
      throw std::invalid_argument("'" + name + "' does not give the keys of " + form_of(family));
    return family;
  }
  throw std::invalid_argument("no family '" + parameters.family() + "'; there are " + known);
}

std::vector<Entry> entries_of(const std::vector<std::string>& patterns) {
  std::vector<Entry> entries;
  for (const std::string& pattern : patterns)
    for (const std::string& name : expand(pattern)) {
      const int contacts = contacts_of(name);
      entries.push_back({name, contacts, size_class(contacts)});
    }
  return entries;
}

}  // namespace

SizeClass size_class(int contacts) {
  if (contacts <= 100) return SizeClass::small;
  return contacts <= 2000 ? SizeClass::medium : SizeClass::large;
}

const char* to_string(SizeClass size) {
  if (size == SizeClass::small) return "small";
  return size == SizeClass::medium ? "medium" : "large";
}

int contacts_of(const std::string& name) {
  const Parameters parameters(name);
  return family_of(parameters, name).contacts(parameters);
}

Instance make_instance(const std::string& name) {
  const Parameters parameters(name);
  Instance instance = family_of(parameters, name).make(parameters);
  instance.name = name;
  return instance;
}

const std::vector<Entry>& collection() {
  static const std::vector<Entry> entries = entries_of(collection_patterns());
  return entries;
}

const std::vector<Entry>& uncertified() {
  static const std::vector<Entry> entries = entries_of(uncertified_patterns());
  return entries;
}

std::vector<std::string> family_forms() {
  std::vector<std::string> forms;
  for (const Family& family : families()) forms.push_back(form_of(family));
  return forms;
}

}  // namespace nsds::bench
