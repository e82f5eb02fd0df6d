// The collection of frictional contact problems: names of instances, and how each is made. See README.md.
#pragma once

#include <string>
#include <vector>

#include "support/collection/instance.hpp"

namespace nsds::bench {

enum class SizeClass { small, medium, large };  // up to 100 contacts, up to 2000, above

SizeClass size_class(int contacts);
const char* to_string(SizeClass size);

struct Entry {
  std::string name;  // family:key=value:...
  int contacts;
  SizeClass size;
};

// What is known to have a solution, in a fixed order, and what is not.
const std::vector<Entry>& collection();
const std::vector<Entry>& uncertified();

// The grids behind the two lists, as in README.md.
const std::vector<std::string>& collection_patterns();
const std::vector<std::string>& uncertified_patterns();

// Any values of a family's keys will do, in any order. Throws std::invalid_argument with a sentence where the
// name names no instance.
Instance make_instance(const std::string& name);
int contacts_of(const std::string& name);  // without making it

// The families, each as "family:key:key".
std::vector<std::string> family_forms();

}  // namespace nsds::bench
