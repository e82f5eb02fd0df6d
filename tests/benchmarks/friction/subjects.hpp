// What the study of frictional contact is made over: problem files, the collection, and variants of files.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "nsds/numerics/friction_contact.h"
#include "nsds/numerics/global_friction_contact.h"
#include "nsds/numerics/registry.h"
#include "support/collection/collection.hpp"

namespace nsds::bench {

struct Subject {
  std::string name;
  std::string family;               // that of the collection; the folder of a file; the file of a variant
  std::string group;                // as in Record
  std::vector<nsds_class> classes;  // in which it can be asked for
};

// The problems FC2D, FC3D, GFC2D and GFC3D under folder/data/numerics, by name; the folder is that which
// NSDS_TEST_DATA names. Throws std::runtime_error where there is none.
std::vector<Subject> file_subjects();
// What of the collection is of one of these sizes.
std::vector<Subject> collection_subjects(const std::vector<SizeClass>& sizes);
std::vector<Subject> uncertified_subjects();
// Of every file of FC3D: friction times 0.1, 0.3, 0.6, 1, 1.4 and 2, the contacts as given, reversed and
// shuffled.
std::vector<Subject> variant_subjects();

// A problem in one of the two forms, the other is null; both where W is not formed.
struct Posed {
  const nsds_friction_contact* reduced = nullptr;
  const nsds_global_friction_contact* global = nullptr;
  std::shared_ptr<const void> owner;

  int contacts = 0;
};

Posed pose(const Subject& subject, nsds_class problem_class);

}  // namespace nsds::bench
