// The lines of a QPS file (nsds/problems/qps.hpp), and the words of a line.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nsds::problems::qps {

/// A piece of a line. column: where it begins, from 1; it borrows from the text of the file.
struct Word {
  std::string_view text;
  int line = 0;
  int column = 0;
};

struct Line {
  std::string_view text;  // without the end of the line and the blanks before it; not empty
  int number = 0;         // from 1

  bool isHeader() const { return text.front() != ' ' && text.front() != '\t'; }
};

/// The first words of a line, separated by blanks and tabs.
struct Words {
  static constexpr std::size_t kMost = 6;  // than any line has

  std::array<Word, kMost> at;
  std::size_t count = 0;  // of all words, may be more than kMost
};

Words wordsOf(const Line& line);

/// What begins at the word and ends with the line.
std::string_view restOf(const Line& line, const Word& from);

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// Goes to the next line that is neither a comment nor blank; none at the end of the file.
  std::optional<Line> next();
  /// The number of the line that next() has come to, at the end of the file that of the end.
  int number() const { return number_; }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
  int number_ = 0;
};

[[noreturn]] void fail(const std::string& file, const Word& at, const std::string& message);

/// Says what was expected in the place of a word.
[[noreturn]] void failExpected(const std::string& file, const Word& found, const std::string& what);

/// "FILE:LINE:COLUMN: message", a warning.
std::string warning(const std::string& file, const Word& at, const std::string& message);

}  // namespace nsds::problems::qps
