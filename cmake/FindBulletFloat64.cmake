# Finds collision detection of Bullet in double precision, which Debian has beside that in single precision. Defines the imported target
# BulletFloat64::BulletFloat64.
find_path(BulletFloat64_INCLUDE_DIR BulletCollision/NarrowPhaseCollision/btGjkEpa2.h PATH_SUFFIXES bullet)
find_library(BulletFloat64_COLLISION_LIBRARY BulletCollision-float64)
find_library(BulletFloat64_MATH_LIBRARY LinearMath-float64)
mark_as_advanced(BulletFloat64_INCLUDE_DIR BulletFloat64_COLLISION_LIBRARY BulletFloat64_MATH_LIBRARY)

if(BulletFloat64_INCLUDE_DIR)
  file(STRINGS "${BulletFloat64_INCLUDE_DIR}/LinearMath/btScalar.h" BulletFloat64_VERSION REGEX "define BT_BULLET_VERSION")
  string(REGEX REPLACE "[^0-9]*BT_BULLET_VERSION[^0-9]*([0-9])([0-9]+).*" "\\1.\\2" BulletFloat64_VERSION "${BulletFloat64_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  BulletFloat64 REQUIRED_VARS BulletFloat64_COLLISION_LIBRARY BulletFloat64_MATH_LIBRARY BulletFloat64_INCLUDE_DIR
  VERSION_VAR BulletFloat64_VERSION)

if(BulletFloat64_FOUND AND NOT TARGET BulletFloat64::BulletFloat64)
  add_library(BulletFloat64::BulletFloat64 UNKNOWN IMPORTED)
  set_target_properties(
    BulletFloat64::BulletFloat64
    PROPERTIES IMPORTED_LOCATION "${BulletFloat64_COLLISION_LIBRARY}"
               INTERFACE_INCLUDE_DIRECTORIES "${BulletFloat64_INCLUDE_DIR}"
               INTERFACE_COMPILE_DEFINITIONS BT_USE_DOUBLE_PRECISION
               INTERFACE_LINK_LIBRARIES "${BulletFloat64_MATH_LIBRARY}")
endif()
