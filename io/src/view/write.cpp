// Puts a page together: the program of page/, the scene in words, its numbers as text.
#include <fmt/core.h>

#include <bit>
#include <cmath>

#include "file_text.hpp"
#include "nsds/io/view.hpp"
#include "pack/pack.hpp"
#include "view/check.hpp"
#include "view/contacts.hpp"
#include "view/description.hpp"
#include "view/motion.hpp"
#include "view/page_parts.hpp"
#include "view/planes.hpp"
#include "view/series.hpp"
#include "view/three.hpp"

namespace nsds::io::view {

namespace {

using nlohmann::json;

// A motion that fits keeps the page below 10 MB, with 1 MB for three.js and the program and some for names.
constexpr std::size_t kMostMotion = 8'600'000;
constexpr std::size_t kMostPage = 20'000'000;

// Names may hold anything: bytes that are not UTF-8 are replaced, and the one sign that could end the element of a page
// has another spelling in JSON.
std::string inPage(const json& description) {
  std::string words = description.dump(-1, ' ', false, json::error_handler_t::replace);
  for (std::size_t at = words.find('<'); at != std::string::npos; at = words.find('<', at))
    words.replace(at, 1, "\\u003c");
  return words;
}

class Page {
 public:
  Page(const Scene& scene, const Options& options)
      : scene_(scene), options_(options), extent_(extentOf(scene)), description_(describe(scene, extent_)) {
    report_.size = extent_.size;
    if (!scene.bodies.empty() && !scene.planar) three_ = threeScript(options.three);
  }

  std::string text() {
    addFrames();
    addSeries();
    addContacts();
    const std::string words = inPage(description_);
    std::string page(page_parts::head);
    page += fmt::format("<script type=\"application/json\" id=\"scene-data\">{}</script>\n", words);
    page += data_;
    if (!three_.empty()) {
      page += fmt::format("<!--\nthree.js\n{}-->\n<script>\n", page_parts::threeLicence);
      page += three_;
      page += "\n</script>\n";
    }
    page += page_parts::tail;
    report_.bytes = page.size();
    return page;
  }

  const Report& report() const { return report_; }

 private:
  std::size_t present() const {
    return page_parts::head.size() + page_parts::tail.size() + data_.size() + three_.size();
  }

  void addData(const char* name, const std::string& packed) {
    data_ += fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>\n", name, packed);
  }

  void addFrames() {
    if (scene_.bodies.empty()) return;
    Motion motion;
    std::string packed;
    for (int level = kFinestLevel; level <= kCoarsestLevel; ++level) {
      motion = encodeMotion(scene_, extent_, level);
      packed = base64(deflated(motion.bytes));
      if (packed.size() <= kMostMotion) break;
    }
    report_.positionError = motion.positionError;
    report_.rotationError = motion.rotationError;
    description_["positionStep"] = motion.positionStep;
    description_["rotationStep"] = motion.rotationStep;
    description_["positionError"] = motion.positionError;
    description_["rotationError"] = motion.rotationError;
    std::vector<std::uint64_t> times;
    for (const Frame& frame : scene_.frames) times.push_back(std::bit_cast<std::uint64_t>(frame.time));
    std::string bytes;
    appendPlanes(bytes, times, 8);
    addData("times", base64(deflated(bytes)));
    addData("motion", packed);
  }

  void addSeries() {
    description_["series"] = json::array();
    std::string bytes;
    for (const Series& series : scene_.series) {
      const std::vector<std::size_t> rows = rowsToShow(series.table);
      json columns = json::array();
      for (const Column& column : series.table.columns())
        columns.push_back({{"name", column.name}, {"unit", column.unit}});
      description_["series"].push_back({{"name", series.name},
                                        {"columns", std::move(columns)},
                                        {"rows", rows.size()},
                                        {"allRows", series.table.rowCount()}});
      bytes += encodeRows(series.table, rows);
      report_.rowsLeftOut += series.table.rowCount() - rows.size();
    }
    if (!bytes.empty()) addData("series", base64(deflated(bytes)));
  }

  void addContacts() {
    std::size_t count = 0;
    for (const Frame& frame : scene_.frames) count += frame.contacts.size();
    if (count == 0) return;
    // A contact takes about 27 characters; where there are far too many the first try leaves out most.
    const std::size_t room =
        kMostPage - std::min(kMostPage, present() + inPage(description_).size() + 10'000);
    std::size_t stride = 1;
    while (!options_.everyContact && 13 * count / stride > room && stride < scene_.frames.size()) stride *= 2;
    for (;; stride *= 2) {
      const ContactBytes contacts = encodeContacts(scene_, extent_, stride);
      const std::string packed = base64(deflated(contacts.bytes));
      const bool last = options_.everyContact || stride >= scene_.frames.size();
      if (packed.size() > room && !last) continue;
      report_.contactStride = stride;
      description_["contacts"] = {{"stride", stride},
                                  {"frames", contacts.frames},
                                  {"count", contacts.contacts},
                                  {"step", contacts.step}};
      addData("contacts", packed);
      return;
    }
  }

  const Scene& scene_;
  const Options& options_;
  Extent extent_;
  json description_;
  std::string three_;
  std::string data_;
  Report report_;
};

// Writes beside the file and renames, so that a page that was there stays whole until the new one is.
void replaceFile(const std::filesystem::path& file, const std::string& page) {
  const auto refuse = [&](const std::string& why) {
    throw ViewError(fmt::format("{} {}", file.string(), why));
  };
  text::checkWritable(file, refuse);
  if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file))
    return text::writeFile(
        file, [&](std::ostream& out) { out << page; }, refuse);
  const std::filesystem::path part = file.string() + ".part";
  std::error_code error;
  try {
    text::writeFile(
        part, [&](std::ostream& out) { out << page; }, refuse);
    std::filesystem::rename(part, file);
  } catch (const std::filesystem::filesystem_error& failure) {
    std::filesystem::remove(part, error);
    refuse("cannot be written: " + failure.code().message());
  } catch (const ViewError&) {
    std::filesystem::remove(part, error);
    throw;
  }
}

}  // namespace

Pose planarPose(double x, double y, double angle) {
  return {{x, y, 0.0}, {std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle)}};
}

Report write(const Scene& scene, const std::filesystem::path& file, const Options& options) {
  checkScene(scene);
  Page page(scene, options);
  replaceFile(file, page.text());
  return page.report();
}

}  // namespace nsds::io::view
