#include "scene/document/line_finder.hpp"

#include <cstdint>
#include <vector>

#include "scene/document/json_pointer.hpp"
#include "scene/document/json_reading.hpp"

namespace nsds::io::scene {

namespace {

/// A handler of RapidJSON's that walks down the path of a pointer.
class PathWalker {
 public:
  PathWalker(const TextStream& stream, const std::vector<std::string>& path) : stream_(stream), path_(path) {}

  /// Where the innermost value on the path begins that was found.
  std::size_t offset() const { return offset_; }
  static std::string complaint() { return {}; }

  // NOLINTBEGIN(readability-identifier-naming): RapidJSON calls them so
  bool Null() { return value(); }
  bool Bool(bool) { return value(); }
  bool Int(int) { return value(); }
  bool Uint(unsigned) { return value(); }
  bool Int64(std::int64_t) { return value(); }
  bool Uint64(std::uint64_t) { return value(); }
  bool Double(double) { return value(); }
  bool RawNumber(const char*, rapidjson::SizeType, bool) { return value(); }
  bool String(const char*, rapidjson::SizeType, bool) { return value(); }
  bool StartObject() { return enter(false); }
  bool StartArray() { return enter(true); }
  bool EndObject(rapidjson::SizeType) { return leave(); }
  bool EndArray(rapidjson::SizeType) { return leave(); }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    levels_.back().name.assign(text, length);
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  struct Level {
    bool array;
    std::size_t index;  // of the next element
    std::string name;   // of the next member
  };

  /// Returns whether the value that begins here is on the path, which is so for its first `known` steps.
  bool arrive() {
    if (levels_.empty()) return true;
    Level& around = levels_.back();
    const std::string step = around.array ? std::to_string(around.index++) : around.name;
    if (known_ != levels_.size() - 1 || known_ >= path_.size() || path_[known_] != step) return false;
    ++known_;
    offset_ = stream_.Tell();
    return true;
  }
  bool value() {
    arrive();
    return known_ < path_.size();
  }
  bool enter(bool array) {
    arrive();
    levels_.push_back({array, 0, {}});
    return known_ < path_.size();
  }
  bool leave() {
    levels_.pop_back();
    return known_ < levels_.size();  // what was on the path has ended: nothing behind it is
  }

  const TextStream& stream_;
  const std::vector<std::string>& path_;
  std::vector<Level> levels_;
  std::size_t known_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace

int lineOf(std::string_view text, const std::string& pointer) {
  const std::vector<std::string> path = stepsOf(pointer);
  if (path.empty()) return 1;
  TextStream stream(text);
  PathWalker walker(stream, path);
  readJson(stream, walker);
  return lineAt(text, walker.offset());
}

}  // namespace nsds::io::scene
