#include <fmt/core.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <system_error>

#include "file_text.hpp"
#include "nsds/io/vtk.hpp"
#include "vtk/new_folder.hpp"
#include "vtk/parts.hpp"

namespace nsds::io {

namespace {

namespace fs = std::filesystem;

/// target: the name that the file gets in the end, which a reader of the message knows.
template <class Write>
void writeFile(const fs::path& file, const fs::path& target, const Write& write) {
  text::writeFile(file, write, [&](const std::string& message) {
    throw VtkError(fmt::format("{}: {}", target.string(), message));
  });
}

std::string inXml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

/// The files of a series, and the list of them by time.
class Series {
 public:
  explicit Series(const vtk::NewFolder& folder) : folder_(folder) {}

  void write(const char* part, std::size_t number, const vtk::PolyData& data) const {
    const fs::path name = vtk::nameOf(part, number);
    writeFile(folder_.path() / name, folder_.target() / name,
              [&](std::ostream& out) { vtk::write(data, out); });
  }

  /// index: of the part among those of its time.
  void list(double time, int index, const char* part, std::size_t number) {
    list_ += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"{}\" name=\"{}\" file=\"{}/{}\"/>\n",
                         time, index, part, inXml(folder_.target().filename().string()),
                         vtk::nameOf(part, number).string());
  }

  std::string text() const {
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n" + list_ +
           "</Collection>\n</VTKFile>\n";
  }

 private:
  const vtk::NewFolder& folder_;
  std::string list_;
};

/// Removes the unfinished list unless it was put in place.
class UnfinishedList {
 public:
  explicit UnfinishedList(const fs::path& pvd)
      : pvd_(pvd), path_(pvd.string() + fmt::format(".{}.part", getpid())) {}
  ~UnfinishedList() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  UnfinishedList(const UnfinishedList&) = delete;
  UnfinishedList& operator=(const UnfinishedList&) = delete;

  const fs::path& path() const { return path_; }
  void putInPlace() const {
    std::error_code error;
    fs::rename(path_, pvd_, error);
    if (error) throw VtkError(fmt::format("{}: cannot be written: {}", pvd_.string(), error.message()));
  }

 private:
  fs::path pvd_;
  fs::path path_;
};

void requireOptions(const fs::path& pvd, const VtkOptions& options) {
  if (pvd.extension() != ".pvd" || pvd.stem().empty())
    throw std::invalid_argument(fmt::format("{}: a series is written as NAME.pvd", pvd.string()));
  if (options.stride == 0) throw std::invalid_argument("the stride of a series is at least 1");
  if (options.segments < 4 || options.segments > 256)
    throw std::invalid_argument(fmt::format("{} segments of a circle are not in [4, 256]", options.segments));
}

/// Writes the parts of all frames and lists them.
void writeFrames(const TrajectoryFile& run, const VtkOptions& options, Series& series) {
  const bool bodies = vtk::hasBodies(run), contacts = vtk::hasContacts(run), joints = vtk::hasJoints(run),
             fixed = vtk::hasFixed(run);
  BodyStates states(run);
  if (fixed) series.write("fixed", 0, vtk::fixedOf(run, vtk::sceneBoxOf(run, states), options.segments));

  std::size_t number = 0;
  for (std::size_t frame = 0; frame < run.frames(); frame += options.stride, ++number) {
    states.read(frame);
    int index = 0;
    const auto add = [&](const char* part, const vtk::PolyData& data) {
      series.write(part, number, data);
      series.list(run.times()[frame], index++, part, number);
    };
    if (bodies) add("bodies", vtk::bodiesOf(run, states, options.segments));
    if (contacts) add("contacts", vtk::contactsOf(run, frame));
    if (joints) add("joints", vtk::jointsOf(run, states));
    // A reader shows at a time what is listed for it, also of what does not move.
    if (fixed) series.list(run.times()[frame], index, "fixed", 0);
  }
}

}  // namespace

void writeVtk(const TrajectoryFile& run, const fs::path& pvd, const VtkOptions& options) {
  requireOptions(pvd, options);
  const bool anything =
      vtk::hasBodies(run) || vtk::hasContacts(run) || vtk::hasJoints(run) || vtk::hasFixed(run);
  if (!anything || run.frames() == 0)
    throw VtkError(fmt::format("{}: there is nothing to draw: {} has {}", pvd.string(), run.file().string(),
                               run.frames() == 0 ? "no frame" : "no bodies, contacts or joints"));
  if (fs::is_directory(pvd)) throw VtkError(pvd.string() + ": is a folder, not a file");

  vtk::NewFolder folder(fs::path(pvd).replace_extension());
  Series series(folder);
  writeFrames(run, options, series);
  const UnfinishedList list(pvd);
  writeFile(list.path(), pvd, [&](std::ostream& out) { out << series.text(); });
  folder.putInPlace();
  list.putInPlace();
}

}  // namespace nsds::io
