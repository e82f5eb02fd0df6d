// Finds three.js on this machine.
#pragma once

#include <filesystem>
#include <string>

namespace nsds::io::view {

/// The text of three.js as one file that defines a global THREE, ready to stand in a page. file: where it is, empty to
/// look in the usual places. Throws ViewError, which names the package.
std::string threeScript(const std::filesystem::path& file);

}  // namespace nsds::io::view
