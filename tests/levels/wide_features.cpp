// A program of one's own with the library: writes the features of every map for dense rows that fill no whole
// register of any level, behind each other in single precision, to the file that its argument names. Says
// which instructions the library uses. Ends with 1 where sparse rows have other features than dense ones.
#include <cmath>
#include <cstdio>
#include <fstream>

#include <sketchbench/core/random.hpp>
#include <sketchbench/core/system/processor.hpp>
#include <sketchbench/features/feature_map.hpp>

namespace sketchbench {
namespace {

constexpr Index columns = 300, D = 500, trained = 523, mapped = 37;

DenseMatrix rows_of(Index n, Seed seed) {
  RandomStream random(seed, "wide rows");
  DenseMatrix rows(n, columns);
  for (float& value : rows.value)
    value = random.sign() > 0 ? static_cast<float>(random.normal() / std::sqrt(columns / 2.0)) : 0;
  return rows;
}

MapRequest request_for(const FeatureMapKind& kind) {
  const Kernel polynomial = PolynomialKernel{.degree = 2, .coef0 = 1};
  MapRequest request{.d_in = columns,
                     .kernel = kind.supports(polynomial) ? polynomial : GaussianKernel{.sigma = 1.0},
                     .D = D,
                     .seed = 7,
                     .n_train = trained};
  for (const FieldInfo& parameter : kind.parameters) {
    if (parameter.file) request.landmarks = std::make_shared<CsrMatrix>(to_sparse(rows_of(D, 2)));
    // All directions of the Fourier features: which of them a projection of so few rows leaves out is up to
    // rounding.
    if (parameter.name == "d") request.parameters["d"] = D;
  }
  return request;
}

DenseMatrix features_of(const FeatureMap& map, const Rows& x) {
  DenseMatrix z(x.size(), map.d_out());
  map.transform(x, z);
  return z;
}

int run(const char* file) {
  const DenseMatrix train = rows_of(trained, 1);
  const Rows first = train.view().slice(0, mapped);
  const CsrMatrix sparse = to_sparse(train);
  std::ofstream out(file, std::ios::binary);
  for (const FeatureMapKind& kind : feature_map_kinds()) {
    const auto map = make_feature_map(kind.name, request_for(kind), train.view());
    const DenseMatrix z = features_of(*map, first);
    if (features_of(*map, sparse.view().slice(0, mapped)).value != z.value) {
      std::printf("%s: sparse rows have other features\n", kind.name.c_str());
      return 1;
    }
    out.write(reinterpret_cast<const char*>(z.value.data()),
              static_cast<std::streamsize>(z.value.size() * sizeof(float)));
  }
  std::printf("%s\n", std::string(instruction_set()).c_str());
  return out.flush() ? 0 : 1;
}

}  // namespace
}  // namespace sketchbench

int main(int argc, char** argv) { return argc == 2 ? sketchbench::run(argv[1]) : 2; }
