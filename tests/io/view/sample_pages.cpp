// Writes the sample scenes as pages into a folder, for the tests in a browser.
#include <cstdio>
#include <exception>

#include "io/view/sample_scenes.hpp"

int main(int argc, char** argv) {
  using namespace nsds;
  if (argc != 2) {
    std::fprintf(stderr, "usage: nsds_view_samples FOLDER\n");
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    io::view::write(test::spatial_scene(), folder / "spatial.html");
    io::view::write(test::planar_scene(), folder / "planar.html");
    io::view::write(test::charts_scene(), folder / "charts.html");
    io::view::write(test::crowd_scene(1000, 300), folder / "crowd.html");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
