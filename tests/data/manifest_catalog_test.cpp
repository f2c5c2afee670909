#include <sketchbench/data/manifest_catalog.hpp>

#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include <sketchbench/data/manifest.hpp>
#include "data/toy_catalog.hpp"

namespace sketchbench {
namespace {

class ManifestCatalogTest : public ToyCatalog {};

TEST_F(ManifestCatalogTest, ReadsAManifestOnceForAllItsCopies) {
  const ManifestCatalog catalog(folder / "datasets");
  const ManifestCatalog copy = catalog;
  const Manifest& first = catalog.find("toy");
  folder.write("datasets/toy.json", "{");
  EXPECT_EQ(&copy.find("toy"), &first);
  EXPECT_EQ(first.title, "A toy");
  EXPECT_THROW(ManifestCatalog(folder / "datasets").find("toy"), InputError);
}

TEST_F(ManifestCatalogTest, LooksAgainForOneThatWasNotThere) {
  const ManifestCatalog catalog(folder / "datasets");
  EXPECT_THROW(catalog.find("other"), InputError);
  Json other = read_json(folder / "datasets/toy.json");
  other["name"] = "other";
  folder.write("datasets/other.json", other.dump());
  EXPECT_EQ(catalog.find("other").name, "other");
}

}  // namespace
}  // namespace sketchbench
