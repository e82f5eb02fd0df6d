// This part of Hdf5Structure checks the headers of datasets.
#include <string>

#include "hdf5/hdf5_structure.hpp"

namespace nsds::problems {

void Hdf5Structure::checkDataset(const std::vector<Message>& messages) const {
  Dataset dataset;
  // A dataset says its size, its type and where its values lie. The check of the layout needs size and type.
  const Message* space = only(messages, kSpace);
  const Message* type = only(messages, kType);
  const Message* layout = only(messages, kLayout);
  demand(space != nullptr && type != nullptr && layout != nullptr, "is neither a group nor a dataset");
  checkSpace(*space, dataset);
  checkType(*type, dataset);
  checkLayout(*layout, dataset);
  // A fill value is as large as an element. Values in other files or behind filters are outside FCLIB's
  // format, and the remaining known kinds say nothing about values.
  for (const Message& message : messages) {
    switch (message.type) {
      case kOldFill:
      case kFill:
        checkFill(message, dataset);
        break;
      case kExternalFiles:
        throw Hdf5Damage("keeps its values in another file, which is not followed");
      case kFilters:
        throw Hdf5Damage("is compressed; FCLIB's files are not");
      case kNil:
      case kSpace:
      case kType:
      case kLayout:
      case kAttribute:
      case kComment:
      case kOldTime:
      case kContinuation:
      case kTime:
        break;
      default:
        throw Hdf5Damage("has a header of an unknown kind, " + std::to_string(message.type));
    }
  }
}

void Hdf5Structure::checkSpace(const Message& message, Dataset& dataset) const {
  demand(message.size >= 8, "has a cut-off size");
  const std::uint64_t version = number(message.at, 1), rank = number(message.at + 1, 1);
  const std::uint64_t flags = number(message.at + 2, 1);
  demand(version == 1 || version == 2, "has a size of an unknown form");
  demand(rank <= 1, "has more than one dimension");
  demand(flags <= 1, "has permuted indices");
  const std::uint64_t head = version == 1 ? 8 : 4;
  demand(head + 8 * rank * (1 + flags) <= message.size, "has a cut-off size");
  constexpr std::uint64_t simple = 1;
  if (version == 2) demand(number(message.at + 3, 1) == (rank == 0 ? 0 : simple), "has no size");
  dataset.elements = rank == 0 ? 1 : number(message.at + head, 8);
  demand(dataset.elements <= end_, "says it has more elements than the file has bytes");
}

void Hdf5Structure::checkType(const Message& message, Dataset& dataset) const {
  constexpr std::string_view int32("\x08\0\0\4\0\0\0\0\0\x20\0", 11);
  constexpr std::string_view float64("\x20\x3f\0\x08\0\0\0\0\0\x40\0\x34\x0b\0\x34\xff\3\0\0", 19);
  demand(message.size >= 8, "has a cut-off type");
  const std::uint64_t version = number(message.at, 1) >> 4U, kind = number(message.at, 1) & 15U;
  demand(version >= 1 && version <= 3, "has a type of an unknown form");
  const std::string_view rest = bytes_.substr(message.at + 1, message.size - 1);
  constexpr std::uint64_t integer = 0, floating = 1, text = 3;
  dataset.elementSize = number(message.at + 4, 4);
  if (kind == integer && rest.starts_with(int32)) return;
  if (kind == floating && rest.starts_with(float64)) return;
  const std::uint64_t padding = number(message.at + 1, 1);
  demand(kind == text && (padding & 15U) <= 2 && padding >> 4U <= 1 && rest[1] == 0 && rest[2] == 0,
         "holds neither 32-bit integers nor 64-bit numbers, little endian, nor a text of fixed length");
  demand(dataset.elementSize > 0 && dataset.elementSize <= end_ && dataset.elements == 1,
         "has a text that goes beyond the file");
}

void Hdf5Structure::checkLayout(const Message& message, const Dataset& dataset) const {
  constexpr std::uint64_t compact = 0, contiguous = 1;
  demand(message.size >= 8, "has a cut-off layout");
  demand(number(message.at, 1) == 3, "has a layout of an unknown form");
  const std::uint64_t kind = number(message.at + 1, 1);
  const std::uint64_t size = dataset.elements * dataset.elementSize;
  demand(kind == compact || kind == contiguous, "is stored in chunks; FCLIB's files are not");
  if (kind == compact) {
    demand(number(message.at + 2, 2) == size && size + 4 <= message.size,
           "has a layout that does not fit it");
    return;
  }
  demand(message.size >= 18, "has a cut-off layout");
  const std::uint64_t address = number(message.at + 2, 8);
  if (address == kUndefined) return;
  demand(number(message.at + 10, 8) == size, "has a layout that does not fit it");
  expectBytes(address, size, "has values that go beyond the file");
}

void Hdf5Structure::checkFill(const Message& message, const Dataset& dataset) const {
  demand(message.size >= 4, "has a cut-off fill value");
  // The old message begins with the size of the value. The newer one begins with a version and with whether
  // there is a value: one byte of flags in version 3, three bytes in versions 1 and 2.
  std::uint64_t sizeAt = message.at;
  if (message.type == kFill) {
    const std::uint64_t version = number(message.at, 1);
    demand(version >= 1 && version <= 3, "has a fill value of an unknown form");
    bool defined = true;
    if (version == 3) {
      constexpr std::uint64_t known = 0x3f, hasValue = 0x20;
      const std::uint64_t flags = number(message.at + 1, 1);
      demand((flags & ~known) == 0, "has a fill value of an unknown form");
      defined = (flags & hasValue) != 0;
      sizeAt += 2;
    } else {
      demand(
          number(message.at + 1, 1) <= 3 && number(message.at + 2, 1) <= 2 && number(message.at + 3, 1) <= 2,
          "has a fill value of an unknown form");
      defined = version == 1 || number(message.at + 3, 1) != 0;
      sizeAt += 4;
    }
    if (!defined) return;
  }
  // The size precedes the value; 0 and all ones mean that there is none.
  demand(sizeAt + 4 <= message.at + message.size, "has a cut-off fill value");
  constexpr std::uint64_t undefined = 0xffffffff;
  const std::uint64_t size = number(sizeAt, 4);
  if (size == 0 || size == undefined) return;
  demand(size == dataset.elementSize && size <= message.at + message.size - (sizeAt + 4),
         "has a fill value that does not fit it");
}

}  // namespace nsds::problems
