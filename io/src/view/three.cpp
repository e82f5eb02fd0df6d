#include "view/three.hpp"

#include <fmt/core.h>

#include <array>

#include "file_text.hpp"
#include "nsds/io/view.hpp"

namespace nsds::io::view {

namespace {

std::filesystem::path usualPlace() {
  constexpr std::array places{
      "/usr/share/javascript/three/three.min.js", "/usr/share/javascript/three/three.js",
      "/usr/share/nodejs/three/build/three.min.js", "/usr/local/share/javascript/three/three.min.js"};
  for (const char* place : places) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(place, ignored)) return place;
  }
  throw ViewError(
      "three.js, which draws scenes in space, was not found: install it (Debian, Ubuntu: apt-get install "
      "libjs-three) "
      "or name a file three.min.js with a global THREE");
}

// In a page the end tag of a script ends it even within a text of the program.
std::string withoutEndTags(std::string script) {
  for (std::size_t at = script.find("</script"); at != std::string::npos; at = script.find("</script", at))
    script.replace(at, 2, "<\\/");
  return script;
}

}  // namespace

std::string threeScript(const std::filesystem::path& file) {
  const std::filesystem::path place = file.empty() ? usualPlace() : file;
  std::string script = text::contentsOf(
      place, [&](const std::string& why) { throw ViewError(fmt::format("{} {}", place.string(), why)); });
  if (script.find("THREE") == std::string::npos || script.find("REVISION") == std::string::npos)
    throw ViewError(fmt::format("{} is not three.js with a global THREE", place.string()));
  return withoutEndTags(std::move(script));
}

}  // namespace nsds::io::view
