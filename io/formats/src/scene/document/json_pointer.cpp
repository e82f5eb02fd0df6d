#include "scene/document/json_pointer.hpp"

namespace nsds::io::scene {

std::vector<std::string> stepsOf(std::string_view pointer) {
  std::vector<std::string> steps;
  for (std::size_t k = 0; k < pointer.size(); ++k) {
    const char c = pointer[k];
    const char next = k + 1 < pointer.size() ? pointer[k + 1] : '\0';
    if (c == '/') {
      steps.emplace_back();
    } else if (!steps.empty() && c == '~' && (next == '0' || next == '1')) {
      steps.back() += next == '0' ? '~' : '/';
      ++k;
    } else if (!steps.empty()) {
      steps.back() += c;
    }
  }
  return steps;
}

std::string joined(const std::string& pointer, std::string_view step) {
  std::string result = pointer + '/';
  for (const char c : step) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace nsds::io::scene
