// Reads JSON by RapidJSON, from the first byte to the last, without recursion, and knows where it is.
#pragma once

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace nsds::io::scene {

/// RapidJSON copies streams of its own types while it reads and moves the original at the end of a token only; of a
/// stream of another type it always moves the one that it was given, so that a handler can ask where it is.
struct TextStream : rapidjson::MemoryStream {
  explicit TextStream(std::string_view text) : MemoryStream(text.data(), text.size()) {}
};

/// What reading ended with: nothing, or a sentence and the byte where.
struct ReadFailure {
  std::string message;  ///< empty: none
  std::size_t offset = 0;
};

/// Gives the text to a handler of RapidJSON's; numbers come as they are written, by RawNumber(). A handler that returns
/// false says why by its complaint().
template <class Handler>
ReadFailure readJson(TextStream& stream, Handler& handler) {
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag |
                             rapidjson::kParseValidateEncodingFlag;
  rapidjson::Reader reader;
  const rapidjson::ParseResult result = reader.Parse<flags>(stream, handler);
  if (!result.IsError()) return {};
  if (result.Code() == rapidjson::kParseErrorTermination) return {handler.complaint(), stream.Tell()};
  return {rapidjson::GetParseError_En(result.Code()), result.Offset()};
}

/// The line of a byte, from 1.
inline int lineAt(std::string_view text, std::size_t offset) {
  int line = 1;
  for (const char c : text.substr(0, offset)) line += c == '\n' ? 1 : 0;
  return line;
}

/// The column of a byte, from 1.
inline std::size_t columnAt(std::string_view text, std::size_t offset) {
  const std::size_t begin = text.substr(0, offset).rfind('\n');
  return begin == std::string_view::npos ? offset + 1 : offset - begin;
}

}  // namespace nsds::io::scene
