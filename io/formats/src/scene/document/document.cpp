#include "scene/document/document.hpp"

#include <fmt/core.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <boost/crc.hpp>
#include <utility>

#include "nsds/io/scene.hpp"
#include "number_text.hpp"
#include "scene/document/dom_builder.hpp"
#include "scene/document/json_pointer.hpp"
#include "scene/document/json_reading.hpp"
#include "scene/document/line_finder.hpp"

namespace nsds::io::scene {

namespace {

ReadFailure readInto(rapidjson::Document& document, std::string_view text) {
  // RapidJSON takes a zero byte for the end.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return {"a byte that is zero is no part of JSON", zero};
  ReadFailure failure;
  const auto generate = [&](rapidjson::Document& values) {
    TextStream stream(text);
    DomBuilder builder(values);
    failure = readJson(stream, builder);
    return failure.message.empty();
  };
  document.Populate(generate);
  return failure;
}

Value textValue(std::string_view text, rapidjson::Document::AllocatorType& allocator) {
  return {text.data(), static_cast<rapidjson::SizeType>(text.size()), allocator};
}

}  // namespace

Document::Document(std::string text, std::string name) : text_(std::move(text)), name_(std::move(name)) {
  const ReadFailure failure = readInto(values_, text_);
  if (!failure.message.empty())
    throw SceneError(
        fmt::format("{}:{}:{}", name_, lineAt(text_, failure.offset), columnAt(text_, failure.offset)), {},
        failure.message);
}

void Document::refuse(const std::string& pointer, const std::string& message) const {
  std::string place = fmt::format("{}:{}", name_, lineOf(text_, pointer));
  for (auto setting = settings_.rbegin(); setting != settings_.rend(); ++setting) {
    const bool whole = pointer == setting->pointer || pointer.starts_with(setting->pointer + '/');
    if (whole) throw SceneError("--set " + setting->assignment, pointer, message);
    if (setting->pointer.starts_with(pointer + '/')) place += ", with --set " + setting->assignment;
  }
  throw SceneError(place, pointer, message);
}

void Document::set(const std::string& assignment) {
  const std::string place = "--set " + assignment;
  const std::size_t equals = assignment.find('=');
  const std::string pointer = assignment.substr(0, equals);
  if (equals == std::string::npos || pointer.size() < 2 || pointer[0] != '/')
    throw SceneError(place, {}, "expected /PATH=VALUE, the path of a value in the scene: /duration=2");
  auto& allocator = values_.GetAllocator();
  Value* target = &values_;
  std::string reached;
  for (const std::string& step : stepsOf(pointer)) {
    if (target->IsArray()) {
      std::size_t index = 0;
      if (!text::parseNumber(step, index) || index >= target->Size())
        throw SceneError(place, reached,
                         fmt::format("has no element \"{}\"; it has {}", step, target->Size()));
      target = &(*target)[static_cast<rapidjson::SizeType>(index)];
    } else if (target->IsObject()) {
      const Value name = textValue(step, allocator);
      if (!target->HasMember(name))
        target->AddMember(Value(name, allocator), Value(rapidjson::kObjectType), allocator);
      target = &(*target)[name];
    } else {
      throw SceneError(place, reached, fmt::format("is a single value, which has no \"{}\"", step));
    }
    reached = joined(reached, step);
  }
  const std::string_view word = std::string_view(assignment).substr(equals + 1);
  rapidjson::Document value(&allocator);
  if (readInto(value, word).message.empty()) {
    *target = static_cast<Value&>(value);
  } else {
    *target = textValue(word, allocator);
  }
  settings_.push_back({reached, assignment});
}

std::string Document::fingerprint() const {
  rapidjson::StringBuffer buffer;
  // Numbers are written with all digits that tell them apart.
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  values_.Accept(writer);
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true> crc;
  crc.process_bytes(buffer.GetString(), buffer.GetSize());
  return fmt::format("{:016x}", crc.checksum());
}

}  // namespace nsds::io::scene
