// Builds a document from what is read, and refuses what JSON leaves open.
#pragma once

#include <rapidjson/document.h>

#include <string>
#include <unordered_set>
#include <vector>

namespace nsds::io::scene {

/// A handler of RapidJSON's that hands all on to a document. It refuses names that an object has twice, numbers beyond
/// those of double, and documents deeper than any scene: what works on a document later may be recursive.
class DomBuilder {
 public:
  static constexpr std::size_t deepest = 32;

  explicit DomBuilder(rapidjson::Document& document) : document_(document) {}

  const std::string& complaint() const { return complaint_; }

  // NOLINTBEGIN(readability-identifier-naming): RapidJSON calls them so
  bool Null() { return document_.Null(); }
  bool Bool(bool value) { return document_.Bool(value); }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool copy);
  bool String(const char* text, rapidjson::SizeType length, bool) {
    return document_.String(text, length, true);
  }
  bool Key(const char* text, rapidjson::SizeType length, bool copy);
  bool StartObject() { return descend() && document_.StartObject(); }
  bool EndObject(rapidjson::SizeType members) { return ascend() && document_.EndObject(members); }
  bool StartArray() { return descend() && document_.StartArray(); }
  bool EndArray(rapidjson::SizeType elements) { return ascend() && document_.EndArray(elements); }
  // Numbers come as they are written: RapidJSON does not call these.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }
  // NOLINTEND(readability-identifier-naming)

 private:
  bool refuse(std::string complaint);
  bool descend();
  bool ascend();

  rapidjson::Document& document_;
  std::vector<std::unordered_set<std::string>> names_;  // of the objects and arrays around
  std::string complaint_;
};

}  // namespace nsds::io::scene
