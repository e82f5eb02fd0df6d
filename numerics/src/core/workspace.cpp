#include "core/workspace.hpp"

#include <new>

nsds_workspace* nsds_workspace_create(void) {
  return new (std::nothrow) nsds_workspace;
}

void nsds_workspace_clear(nsds_workspace* workspace) {
  if (workspace != nullptr) workspace->clear();
}

void nsds_workspace_free(nsds_workspace* workspace) {
  delete workspace;
}
