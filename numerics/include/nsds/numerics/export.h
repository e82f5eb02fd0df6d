/* Marks what the shared libraries nsds::numerics and nsds::numerics_general export; everything else is hidden. */
#ifndef NSDS_NUMERICS_EXPORT_H
#define NSDS_NUMERICS_EXPORT_H

#if defined(_WIN32)
#if defined(NSDS_NUMERICS_BUILD)
#define NSDS_NUMERICS_API __declspec(dllexport)
#else
#define NSDS_NUMERICS_API __declspec(dllimport)
#endif
#else
#define NSDS_NUMERICS_API __attribute__((visibility("default")))
#endif

#endif
