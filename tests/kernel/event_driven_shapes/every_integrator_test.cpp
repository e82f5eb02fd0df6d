// Every smooth integrator completes scenes of shapes.
#include <gtest/gtest.h>

#include "kernel/event_driven_shapes/compared_scenes.hpp"

namespace nsds::test::every_integrator_test {
namespace {

TEST(ShapesBetweenEvents, EveryIntegratorCompletesTheScenes) {
  for (const NamedScene& scene : scenes) {
    const Vector reference = scene.run(0.0, 0.0, std::make_unique<Hem5>());
    const std::function<std::unique_ptr<SmoothIntegrator>()> makers[] = {
        [] { return std::make_unique<Phem56>(); }, [] { return std::make_unique<Bh5>(); },
        [] { return std::make_unique<Dopri5>(); }, [] { return std::make_unique<Mdop5>(); },
        [] { return std::make_unique<GeneralizedAlpha>(); }};
    for (const auto& make : makers) {
      auto integrator = make();
      const std::string name = integrator->name();
      try {
        const Vector result = scene.run(0.0, 0.0, std::move(integrator));
        EXPECT_LE((result - reference).norm(), 1e-4) << scene.name << " " << name;
      } catch (const std::exception& e) {
        ADD_FAILURE() << scene.name << " " << name << ": " << e.what();
      }
    }
  }
}

}  // namespace
}  // namespace nsds::test::every_integrator_test
