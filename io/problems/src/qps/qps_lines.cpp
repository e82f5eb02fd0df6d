#include "qps/qps_lines.hpp"

#include <algorithm>

#include "file_text.hpp"
#include "nsds/problems/file_error.hpp"
#include "quoted.hpp"

namespace nsds::problems::qps {

namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

}  // namespace

Words wordsOf(const Line& line) {
  Words words;
  std::size_t begin = line.text.find_first_not_of(kBlanks);
  while (begin != std::string_view::npos) {
    const std::size_t end = std::min(line.text.find_first_of(kBlanks, begin), line.text.size());
    if (words.count < Words::kMost)
      words.at[words.count] = {line.text.substr(begin, end - begin), line.number,
                               static_cast<int>(begin) + 1};
    ++words.count;
    begin = line.text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string_view restOf(const Line& line, const Word& from) {
  return line.text.substr(static_cast<std::size_t>(from.column) - 1);
}

std::optional<Line> Lines::next() {
  while (position_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    std::string_view line = text_.substr(position_, end - position_);
    position_ = end + 1;
    ++number_;
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (!line.empty() && line.front() != '*') return Line{line, number_};
  }
  // An end of line begins another line, as in an editor, and an empty file has one.
  if (text_.empty() || (position_ == text_.size() && text_.back() == '\n')) {
    ++position_;
    ++number_;
  }
  return {};
}

void fail(const std::string& file, const Word& at, const std::string& message) {
  throw FileError(file, at.line, at.column, message);
}

void failExpected(const std::string& file, const Word& found, const std::string& what) {
  fail(file, found, "expected " + what + ", found " + quoted(found.text));
}

std::string warning(const std::string& file, const Word& at, const std::string& message) {
  return text::located(file, at.line, at.column, message);
}

}  // namespace nsds::problems::qps
