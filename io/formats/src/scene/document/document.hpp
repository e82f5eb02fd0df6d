// The document of a scene: its values, and where each of them comes from.
#pragma once

#include <rapidjson/document.h>

#include <string>
#include <vector>

namespace nsds::io::scene {

using Value = rapidjson::Value;

class Document {
 public:
  /// name: what messages call the text. Errors (here and below): SceneError.
  Document(std::string text, std::string name);

  /// Sets a value: "/bodies/0/rigid/mass=2". Members that are missing on the way are made, elements of arrays have to be
  /// there.
  void set(const std::string& assignment);

  const Value& root() const { return values_; }
  /// Throws SceneError: what is wrong with the value of a pointer, and where that stands.
  [[noreturn]] void refuse(const std::string& pointer, const std::string& message) const;
  /// A checksum of all values in their order.
  std::string fingerprint() const;

 private:
  struct Setting {
    std::string pointer;
    std::string assignment;
  };

  std::string text_;
  std::string name_;
  rapidjson::Document values_;
  std::vector<Setting> settings_;
};

}  // namespace nsds::io::scene
