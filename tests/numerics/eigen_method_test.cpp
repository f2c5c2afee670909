#include <sketchbench/numerics/eigensolvers/eigen_method.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sketchbench/core/error.hpp>

namespace sketchbench {
namespace {

TEST(EigenMethod, IsFoundByItsName) {
  const std::vector<std::string>& names = eigen_method_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(find_eigen_method(names[i]), static_cast<EigenMethod>(i));
  EXPECT_EQ(find_eigen_method("orthogonal_iteration"), EigenMethod::orthogonal_iteration);
  EXPECT_EQ(find_eigen_method("lanczos"), EigenMethod::lanczos);
  EXPECT_EQ(find_eigen_method("randomised"), EigenMethod::randomised);
}

TEST(EigenMethod, OfAnotherNameIsRefusedWithTheNames) {
  try {
    find_eigen_method("jacobi");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("jacobi"));
    for (const std::string& name : eigen_method_names()) EXPECT_THAT(error.what(), testing::HasSubstr(name));
  }
}

TEST(EigenMethod, TakesMemoryForItsVectors) {
  for (const std::string& name : eigen_method_names()) {
    const EigenMethod method = find_eigen_method(name);
    EXPECT_GT(eigenpairs_memory(method, 10000, 20), 8.0 * 10000 * 20);
    EXPECT_LT(eigenpairs_memory(method, 10000, 20), eigenpairs_memory(method, 20000, 20));
    EXPECT_LT(eigenpairs_memory(method, 10000, 20), eigenpairs_memory(method, 10000, 40));
  }
}

}  // namespace
}  // namespace sketchbench
