#include "text_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "file_contents.hpp"
#include "nsds/problems/file_error.hpp"
#include "number_text.hpp"
#include "quoted.hpp"

namespace nsds::problems {

namespace {

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

std::string describe(const Item& item) {
  std::string text = item.name;
  if (item.index >= 0) text += "[" + std::to_string(item.index) + "]";
  return text;
}

}  // namespace

TextReader::TextReader(std::string text, std::string file)
    : text_(std::make_shared<const std::string>(std::move(text))), file_(std::move(file)) {}

TextReader TextReader::open(const std::filesystem::path& file) {
  return {fileContents(file), file.string()};
}

void TextReader::skipSpace() {
  for (; position_ < text_->size() && isSpace((*text_)[position_]); ++position_) {
    if ((*text_)[position_] == '\n') ++line_;
  }
}

std::string_view TextReader::peek() {
  skipSpace();
  const auto begin = text_->begin() + static_cast<std::ptrdiff_t>(position_);
  const auto end = std::find_if(begin, text_->end(), isSpace);
  return std::string_view(*text_).substr(position_, static_cast<std::size_t>(end - begin));
}

std::string_view TextReader::word(const Item& item) {
  const std::string_view found = peek();
  if (found.empty()) fail("expected " + describe(item) + ", found the end of the file");
  position_ += found.size();
  ++wordsTaken_;
  return found;
}

std::int32_t TextReader::integer(const Item& item, std::int32_t minimum, std::int32_t maximum) {
  const std::string_view found = word(item);
  std::int32_t value = 0;
  if (!text::parseNumber(found, value) || value < minimum || value > maximum) {
    const std::string range =
        maximum == std::numeric_limits<std::int32_t>::max()
            ? "an integer >= " + std::to_string(minimum)
            : "an integer from " + std::to_string(minimum) + " to " + std::to_string(maximum);
    failExpected(describe(item) + ", " + range, found);
  }
  return value;
}

double TextReader::number(const Item& item) {
  const std::string_view found = word(item);
  double value = 0.0;
  if (!text::parseNumber(found, value) || !std::isfinite(value)) {
    failExpected(describe(item) + ", a finite number", found);
  }
  return value;
}

double TextReader::bound(const Item& item, double infinity) {
  const std::string_view found = word(item);
  double value = 0.0;
  if (!text::parseNumber(found, value) || !(std::isfinite(value) || value == infinity)) {
    failExpected(describe(item) + ", a finite number or " + (infinity < 0.0 ? "-inf" : "inf"), found);
  }
  return value;
}

std::vector<double> TextReader::numbers(const char* name, std::size_t count) {
  std::vector<double> values;
  values.reserve(std::min(count, wordsLeftAtMost()));
  for (std::size_t i = 0; i < count; ++i) values.push_back(number({name, static_cast<std::int64_t>(i)}));
  return values;
}

void TextReader::expectRoom(std::size_t words, const std::string& what) const {
  if (words > wordsLeftAtMost()) fail("the file is too short for " + what);
}

void TextReader::expect(std::string_view text, const std::string& place) {
  const std::string quoted = "\"" + std::string(text) + "\"" + (place.empty() ? "" : " ") + place;
  const std::string_view found = word({quoted.c_str()});
  if (found != text) failExpected(quoted, found);
}

void TextReader::skipLine() {
  const std::size_t end = text_->find('\n', position_);
  position_ = std::min(end, text_->size());
}

void TextReader::fail(const std::string& message) const {
  throw FileError(file_, line_, message);
}

void TextReader::failExpected(const std::string& what, std::string_view found) const {
  fail("expected " + what + ", found " + quoted(found));
}

}  // namespace nsds::problems
