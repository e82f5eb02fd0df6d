// The grids of the collection. README.md says the same, and a test holds the two together. They were fixed
// before any solver was run on them: a grid that grows gets a new line, and none is taken away.
#include "support/collection/collection.hpp"

namespace nsds::bench {

const std::vector<std::string>& collection_patterns() {
  static const std::vector<std::string> patterns = {
      "stack:n=1:mu=0,0.1,0.5,2:ratio=1:seed=1",
      "stack:n=2,5,10,20,50:mu=0,0.1,0.5,2:ratio=1,1e6:seed=1",
      "stack:n=10,50:mu=0.5:ratio=1e-6,1e-3,1e3:seed=1",
      "stack:n=1,5,20,50:mu=0.5,1:ratio=1:seed=0",
      "stack:n=1000:mu=0.5:ratio=1:seed=0,1",
      "wall:width=3,6,10,20,50:height=3:mu=0.3,0.6,1:seed=0,1",
      "wall:width=6,10,20,50:height=20:mu=0.6:seed=0,1",
      "cards:dim=2:levels=1,2,3,6,20,60:mu=0.2,0.5,1:seed=0",
      "cards:dim=3:levels=1,2,4,10,40:mu=0.2,0.5,1:seed=0,1",
      "chair:feet=4,5,6,8,12,16,24,32,50,100:chairs=1:mu=0.2,1:push=0,1.1",
      "chair:feet=4,16,50:chairs=5,20:mu=0.5:push=0,1.1",
      "arch:dim=2:blocks=5,11,21,101:points=2,4:mu=0.6:thickness=0.08,0.2:load=0,2",
      "arch:dim=3:blocks=5,11,21,101:points=2,3:mu=0.6:thickness=0.08,0.2:load=0,2",
      "arch:dim=3:blocks=501:points=3:mu=0.6:thickness=0.2:load=0,2",
      "chain:links=2,5,10,30,100,1000,10000:mu=0,0.3,1:seed=1",
      "catenary:links=4,10,50,1000:mu=0,0.3,1:seed=0,1",
      "column:n=1:mu=0,0.5,2:ratio=1:seed=1",
      "column:n=2,5,10,30,100,1000:mu=0,0.5,2:ratio=1,1e6:seed=1",
      "packing:side=2,3:mu=0,0.1,0.3,0.6,1,2:ratio=1:seed=1,2",
      "packing:side=5,8:mu=0,0.1,0.3,0.6,1,2:ratio=1:seed=1,2",
      "packing:side=3,5:mu=0.3,1:ratio=1e3,1e6:seed=1",
      "packing:side=12,20:mu=0,0.3,2:ratio=1:seed=1",
      "packing:side=30:mu=0.3,1:ratio=1:seed=1",
      "incline:n=1,5,25,1000:mu=0.3,1:factor=0.5,0.99,1,1.01,2:push=0",
      "incline:n=5,12,25:mu=0.3:factor=0.5,1:push=1",
      "elastic:dim=2:n=4,16,64,256,2500:modulus=1e5,1e9:mu=0.3,1:speed=0.5",
      "elastic:dim=3:n=1,2,4,8,12:modulus=1e5,1e9:mu=0.3,1:speed=0.5",
      "elastic:dim=3:n=4,12:modulus=1e5,1e9:mu=0.3:speed=0",
      "elastic:dim=3:n=30,46:modulus=1e7:mu=0.3:speed=0.5",
      "pile:width=3,6:height=3:mu=0,0.3,0.6,1.5:flow=0,1:seed=1,2",
      "pile:width=10,20:height=10,14:mu=0.3,1.5:flow=0,1:seed=1",
      "pile:width=60,150:height=60:mu=0.3:flow=0,1:seed=1",
      "wedge:angle=10,20,30,45:factor=0.5,1,2:n=1,5,30",
      "pit:faces=3,4,8:angle=20,45:factor=0.5,0.9:n=1,10",
      "impact:kind=fall,shot:side=1,3:speed=1,1e4:restitution=0,0.5:mu=0.3,1:seed=1",
      "impact:kind=fall,shot:side=8:speed=1e2,1e4:restitution=0,0.5:mu=0.3:seed=1",
      "drop:corners=1,2,4:speed=1,1e4:restitution=0,0.8:mu=0,0.5",
      "grasp:fingers=2,3,4,8,16,64:patch=1,4:force=10,1e4:mu=0.6",
      "linkage:n=2,5,25,100:closed=0:mu=0.3,1:seed=1",
      "linkage:n=5,25,100:closed=1:mu=0.3,1:seed=1",
      "linkage:n=1000:closed=0,1:mu=0.3:seed=1",
      "planted:of=stack:size=5,40,1000:mu=0.1,0.7,2:weak=0,1:seed=1",
      "planted:of=wall:size=3,10:mu=0.7:weak=0,1:seed=1",
      "planted:of=chair:size=8,100:mu=0.1,0.7,2:weak=0,1:seed=1",
      "planted:of=arch:size=11,101:mu=0.7:weak=0,1:seed=1",
      "planted:of=packing:size=3,8,20:mu=0.1,0.7,2:weak=0,1:seed=1",
      "planted:of=pit:size=2,10:mu=0.1,0.7,2:weak=0,1:seed=1",
      "planted:of=pile:size=4,20:mu=0,0.7:weak=0,1:seed=1",
      "planted:of=elastic:size=4,12:mu=0.1,0.7:weak=0,1:seed=1",
  };
  return patterns;
}

// In space, jammed: nothing opens all contacts, and the cones are round.
const std::vector<std::string>& uncertified_patterns() {
  static const std::vector<std::string> patterns = {
      "pit:faces=3,4,8:angle=20,45:factor=1,2:n=1,10",
  };
  return patterns;
}

}  // namespace nsds::bench
