// nsds view FILE -o PAGE: a recorded run as a page that plays in a browser.
#include "nsds/io/view.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <memory>

#include "command/common/command.hpp"
#include "nsds/io/recorded_scene.hpp"
#include "subcommands.hpp"

namespace nsds::command {

namespace {

struct ViewArguments {
  std::string file;
  std::string output;
  std::string title;
  std::string three;
  int frames = 2000;
  bool contacts = false;
};

int view(const ViewArguments& arguments) {
  std::filesystem::path page = arguments.output;
  if (page.empty()) page = std::filesystem::path(arguments.file).replace_extension(".html");
  const io::TrajectoryFile file(arguments.file);
  const io::view::Scene scene =
      io::sceneOf(file, {.title = arguments.title, .frames = static_cast<std::size_t>(arguments.frames)});
  io::view::Options options;
  options.everyContact = arguments.contacts;
  options.three = arguments.three;
  const io::view::Report report = io::view::write(scene, page, options);
  fmt::print("{}\n", page.string());
  if (file.frames() > static_cast<std::size_t>(arguments.frames))
    fmt::print(stderr, "{} of {} frames are shown; --frames N shows more\n", scene.frames.size(),
               file.frames());
  if (report.contactStride > 1)
    fmt::print(stderr, "contacts are shown in one frame out of {}; --contacts shows all\n",
               report.contactStride);
  return kSuccess;
}

}  // namespace

void addView(command_line::Program& program, int& exitStatus) {
  const auto arguments = std::make_shared<ViewArguments>();
  command_line::Command command =
      program.subcommand("view", "Make a page that plays a recorded run in a browser.");
  command.text({"FILE", "FILE.h5", "a trajectory of --record", true}, arguments->file);
  command.text({"-o,--output", "PAGE.html", "the page; beside the trajectory unless given"},
               arguments->output);
  command.text({"--title", "TEXT", "above the page; the name of the file unless given"}, arguments->title);
  command.integer({"--frames", "N", "at most so many frames", false, true}, arguments->frames, 2, 1000000);
  command.flag({"--contacts", "", "contact forces at every frame, however large the page gets"},
               arguments->contacts);
  command.text({"--three", "FILE.js", "three.js, where it is not Debian's libjs-three"}, arguments->three);
  command.footer(
      "Prints the name of the page.\nExample: nsds run sphere_pile --record pile.h5 --rate 60; nsds view "
      "pile.h5");
  command.action([arguments, &exitStatus] { exitStatus = view(*arguments); });
}

}  // namespace nsds::command
