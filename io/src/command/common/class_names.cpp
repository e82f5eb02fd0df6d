#include "command/common/class_names.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "nsds/problems/file_classes.hpp"

namespace nsds::command {

std::string classNames() {
  std::string known;
  for (int i = 0; i < nsds_class_count(); ++i) {
    const auto problemClass = static_cast<nsds_class>(i);
    known += fmt::format("{}{}{}", i == 0 ? "" : ", ", nsds_class_name(problemClass),
                         hasFiles(problemClass) ? "" : " (no files)");
  }
  return known;
}

std::string fileClassNames() {
  std::string names;
  for (const nsds_class problemClass : problems::fileClasses())
    names += (names.empty() ? "" : ", ") + std::string(nsds_class_name(problemClass));
  return names;
}

bool hasFiles(nsds_class problemClass) {
  const auto classes = problems::fileClasses();
  return std::find(classes.begin(), classes.end(), problemClass) != classes.end();
}

}  // namespace nsds::command
