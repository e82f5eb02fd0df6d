// Reads a problem file word by word and knows on which line it is. Shared by the readers of all classes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nsds::problems {

/// What is being read, for messages: "q", or "q[3]" with an index.
struct Item {
  const char* name = "";
  std::int64_t index = -1;
};

class TextReader {
 public:
  TextReader(std::string text, std::string file);
  /// Loads a whole file. Throws FileError when it cannot be opened or read.
  static TextReader open(const std::filesystem::path& file);

  /// Takes the next word. Throws FileError at the end of the file, as every function below does.
  std::string_view word(const Item& item);
  /// Takes the next word, which must be an integer in [minimum, maximum].
  std::int32_t integer(const Item& item, std::int32_t minimum, std::int32_t maximum);
  /// Takes the next word, which must be a finite number.
  double number(const Item& item);
  /// Takes the next word, which must be a finite number or this infinity.
  double bound(const Item& item, double infinity);
  std::vector<double> numbers(const char* name, std::size_t count);
  /// Takes the next word, which must be this one. place: where it stands, for a message.
  void expect(std::string_view text, const std::string& place = {});

  /// Looks at the next word and does not take it; empty at the end of the file.
  std::string_view peek();
  /// Tells on which line the word is that was read or looked at last.
  int line() const { return line_; }
  /// Leaves out the rest of the current line.
  void skipLine();

  /// Is called before memory is asked for: throws where fewer than this many words can be left for what is
  /// named. A matrix may be empty, a vector is not.
  void expectRoom(std::size_t words, const std::string& what) const;

  /// Tells how many words were taken: of two failed attempts the one that came further says more.
  std::size_t wordsTaken() const { return wordsTaken_; }

  /// Throws a FileError for the line of the word read last.
  [[noreturn]] void fail(const std::string& message) const;
  /// Says what was expected in the place of a word.
  [[noreturn]] void failExpected(const std::string& what, std::string_view found) const;

 private:
  void skipSpace();
  /// Bounds how many words there can still be at most.
  std::size_t wordsLeftAtMost() const { return (text_->size() - position_ + 1) / 2; }

  std::shared_ptr<const std::string> text_;  // copies share it and read on by themselves
  std::string file_;
  std::size_t position_ = 0;
  std::size_t wordsTaken_ = 0;
  int line_ = 1;  // of position_, and so of the word read last
};

}  // namespace nsds::problems
