#include <sketchbench/kernels/kernel.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <set>

#include <sketchbench/core/error.hpp>
#include <sketchbench/core/json.hpp>
#include "kernels/sample_rows.hpp"
#include "support/temporary_folder.hpp"

namespace sketchbench {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::message_of;

Kernel parsed(const std::string& text) {
  const Json json = parse_json(text, "a.json");
  StrictObject object(json, "a.json", "kernels[0]");
  Kernel kernel = Kernel::parse(object);
  object.finish();
  return kernel;
}

const std::vector<Kernel>& one_of_each() {
  static const std::vector<Kernel> kernels = testing_support::with_every_family(
      {PolynomialKernel{.degree = 3, .coef0 = 0.5}, GaussianKernel{.sigma = 2},
       LaplacianKernel{.sigma = 0.25}, CauchyKernel{.sigma = 1.5}});
  return kernels;
}

TEST(Kernel, IsWhatItsJsonSays) {
  for (const Kernel& kernel : one_of_each()) EXPECT_EQ(parsed(kernel.to_json().dump()), kernel);
}

TEST(Kernel, AdvisesWhatItsFamilyCanChange) {
  EXPECT_EQ(Kernel(PolynomialKernel{}).advice(), "lower the degree or coef0");
  for (const Kernel& kernel : one_of_each())
    for (const std::string word : {"degree", "coef0", "sigma"})
      EXPECT_TRUE(kernel.number(word) || kernel.advice().find(word) == std::string_view::npos)
          << kernel.display() << " has no " << word;
}

// The names of records are hashes of this text.
TEST(Kernel, APolynomialKernelIsWrittenAsItAlwaysWas) {
  EXPECT_EQ(Kernel(PolynomialKernel{.degree = 4, .coef0 = 1}).to_json().dump(),
            R"({"coef0":1.0,"degree":4,"kernel":"polynomial"})");
}

TEST(Kernel, ComparesByFamilyAndParameters) {
  for (std::size_t a = 0; a < one_of_each().size(); ++a)
    for (std::size_t b = 0; b < one_of_each().size(); ++b) {
      EXPECT_EQ(one_of_each()[a] == one_of_each()[b], a == b);
      EXPECT_EQ(one_of_each()[a] < one_of_each()[b], a < b);
    }
  EXPECT_NE(Kernel(GaussianKernel{.sigma = 1}), Kernel(GaussianKernel{.sigma = 2}));
  EXPECT_LT(Kernel(PolynomialKernel{.degree = 2, .coef0 = 9}), Kernel(PolynomialKernel{.degree = 3}));
}

TEST(Kernel, IsShownAsPeopleWriteIt) {
  EXPECT_EQ(Kernel(PolynomialKernel{.degree = 4, .coef0 = 1}).display(), "(1+⟨x,y⟩)⁴");
  EXPECT_EQ(Kernel(GaussianKernel{.sigma = 0.5}).display(), "Gaussian, σ = 0.5");
  EXPECT_EQ(Kernel(LaplacianKernel{.sigma = 3}).display(), "Laplacian, σ = 3");
  EXPECT_EQ(Kernel(CauchyKernel{.sigma = 1}).display(), "Cauchy, σ = 1");
  EXPECT_NE(Kernel(GaussianKernel{.sigma = 1.00000001}).display(),
            Kernel(GaussianKernel{.sigma = 1}).display());
}

TEST(Kernel, TellsItsParametersInColumns) {
  const Kernel polynomial = PolynomialKernel{.degree = 3, .coef0 = 0.5},
               gaussian = GaussianKernel{.sigma = 2};
  EXPECT_EQ(polynomial.column("degree"), "3");
  EXPECT_EQ(polynomial.column("coef0"), "0.5");
  EXPECT_EQ(polynomial.column("kernel"), "polynomial");
  EXPECT_EQ(polynomial.column("sigma"), "");
  EXPECT_EQ(gaussian.column("sigma"), "2");
  EXPECT_EQ(gaussian.column("degree"), "");
  for (const Kernel& kernel : one_of_each())
    for (const FieldInfo& parameter : kernel.parameters())
      EXPECT_THAT(Kernel::columns(), testing::Contains(parameter.name));
}

TEST(Kernel, TellsEveryDigitOfAParameter) {
  EXPECT_EQ(Kernel(GaussianKernel{.sigma = 1.23456789}).column("sigma"), "1.23456789");
  EXPECT_EQ(Kernel(PolynomialKernel{.degree = 2, .coef0 = 1}).column("coef0"), "1");
}

Kernel parsed_short(const std::string& text, const Kernel* otherwise = nullptr) {
  const Json json = parse_json(text, "a.json");
  StrictObject object(json, "a.json");
  Kernel kernel = Kernel::parse_short(object, otherwise);
  object.finish();
  return kernel;
}

// Baselines and published numbers say "degree" and "coef0" alone of a polynomial kernel.
TEST(Kernel, AmongOtherKeysNamesItsFamilyOnlyWhereItMust) {
  for (const Kernel& kernel : one_of_each()) EXPECT_EQ(parsed_short(kernel.to_short_json().dump()), kernel);
  EXPECT_EQ(Kernel(PolynomialKernel{.degree = 4, .coef0 = 1}).to_short_json().dump(),
            R"({"coef0":1.0,"degree":4})");
  EXPECT_EQ(parsed_short(R"({"degree": 3})"), Kernel(PolynomialKernel{.degree = 3}));
  EXPECT_THAT(message_of<InputError>([] { parsed_short("{}"); }), HasSubstr("degree\" is missing"));
}

TEST(Kernel, TakesWhatIsLeftOutFromAnotherOfItsFamily) {
  const Kernel cubic = PolynomialKernel{.degree = 3, .coef0 = 0.5}, wide = GaussianKernel{.sigma = 9};
  EXPECT_EQ(parsed_short("{}", &cubic), cubic);
  EXPECT_EQ(parsed_short(R"({"degree": 5})", &cubic), Kernel(PolynomialKernel{.degree = 5, .coef0 = 0.5}));
  EXPECT_EQ(parsed_short("{}", &wide), wide);
  EXPECT_THAT(message_of<InputError>([&] { parsed_short(R"({"kernel": "gaussian"})", &cubic); }),
              HasSubstr("sigma\" is missing"));
}

TEST(Kernel, OfAnotherLibrarysNameIsNamedAsHere) {
  const auto refusal_of = [](const char* text) {
    return message_of<InputError>([&] { parsed_short(text); });
  };
  EXPECT_THAT(refusal_of(R"({"kernel": "rbf"})"), HasSubstr("\"rbf\" is \"gaussian\""));
  EXPECT_THAT(refusal_of(R"({"kernel": "linear"})"), HasSubstr("\"polynomial\" with degree 1 and coef0 0"));
}

TEST(Kernel, KnowsTheRangeOfEveryParameterColumn) {
  for (const std::string& column : Kernel::columns()) {
    EXPECT_THAT(Kernel::meaning(column), HasSubstr(column == "kernel" ? "polynomial, gaussian" : column));
    const auto parameter = Kernel::parameter(column);
    ASSERT_EQ(parameter.has_value(), column != "kernel");
    if (!parameter) continue;
    EXPECT_LT(parameter->low, parameter->high);
    EXPECT_FALSE(parameter->meaning.empty());
    EXPECT_GE(parameter->default_value.get<double>(), parameter->low);
  }
}

/// The kernel with one parameter of another value.
Kernel changed(const Kernel& kernel, const FieldInfo& parameter) {
  Json json = kernel.to_json();
  if (type_of(parameter) == FieldType::whole)
    json[parameter.name] = json[parameter.name].get<int>() + 1;
  else
    json[parameter.name] = json[parameter.name].get<double>() + 0.5;
  return parsed(json.dump());
}

TEST(Kernel, EveryParameterMakesAKernelOfItsOwn) {
  const DenseMatrix x = testing_support::random_rows(2, 5, 1);
  for (const Kernel& kernel : one_of_each())
    for (const FieldInfo& parameter : kernel.parameters()) {
      const Kernel other = changed(kernel, parameter);
      EXPECT_NE(other, kernel) << kernel.display() << ' ' << parameter.name;
      EXPECT_NE(other.display(), kernel.display()) << parameter.name;
      EXPECT_NE(other.stream_name(), kernel.stream_name()) << parameter.name;
      EXPECT_NE(other.column(parameter.name), kernel.column(parameter.name)) << kernel.display();
      EXPECT_NE(other(x.view(), 0, x.view(), 1), kernel(x.view(), 0, x.view(), 1)) << parameter.name;
    }
}

TEST(Kernel, EveryParameterIsRefusedOutOfItsRange) {
  for (const Kernel& kernel : one_of_each())
    for (const FieldInfo& parameter : kernel.parameters()) {
      Json json = kernel.to_json();
      json[parameter.name] = parameter.low - 1;
      EXPECT_THAT(message_of<InputError>([&] { parsed(json.dump()); }), HasSubstr(parameter.name));
      if (type_of(parameter) == FieldType::whole) continue;
      json[parameter.name] = 10 * parameter.high;
      EXPECT_THAT(message_of<InputError>([&] { parsed(json.dump()); }), HasSubstr(parameter.name));
    }
}

TEST(Kernel, OfEveryFamilyIsShownByANameOfItsOwn) {
  std::set<std::string> names, shown;
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    EXPECT_THAT(std::string(kernel.family()), testing::MatchesRegex("[a-z][a-z_]*"));
    EXPECT_TRUE(names.emplace(kernel.family()).second) << kernel.family();
    EXPECT_TRUE(shown.insert(kernel.display()).second) << kernel.display();
    EXPECT_NO_THROW(kernel.check()) << "of default parameters";
  }
}

// Documentation of the Python package is made of it.
TEST(Kernel, OfEveryFamilyTellsItsFormulaWithItsParameters) {
  for (const Kernel& kernel : Kernel::one_of_each_family()) {
    const std::string formula(kernel.formula());
    EXPECT_TRUE(std::ranges::all_of(formula, [](char c) { return c >= ' ' && c <= '~'; })) << formula;
    for (const FieldInfo& parameter : kernel.parameters())
      EXPECT_THAT(formula, HasSubstr(parameter.name == "sigma" ? "gamma" : parameter.name));
    EXPECT_EQ(kernel.gamma() == nullptr, kernel.sigma() == nullptr) << kernel.family();
  }
}

TEST(Kernel, HasAnExampleForWhoDoesNotTakeDefaultParameters) {
  const auto with_constant = [](const Kernel& kernel) { return kernel.number("coef0").value_or(0) > 0; };
  const std::vector<Kernel> examples = supported_examples(with_constant);
  ASSERT_EQ(examples.size(), 1U);
  EXPECT_TRUE(with_constant(examples.front()));
  EXPECT_EQ(supported_families(with_constant), "polynomial");
  EXPECT_EQ(supported_examples(nullptr), Kernel::one_of_each_family());
}

// Commands and tables of earlier versions have these columns in this order.
TEST(Kernel, ColumnsOfLaterFamiliesComeLast) {
  const std::vector<std::string> first = {"degree", "coef0", "kernel", "sigma"};
  ASSERT_GE(Kernel::columns().size(), first.size());
  EXPECT_TRUE(std::ranges::equal(first, Kernel::columns() | std::views::take(4)));
  EXPECT_EQ(std::set<std::string>(Kernel::columns().begin(), Kernel::columns().end()).size(),
            Kernel::columns().size());
}

TEST(Kernel, WhoSupportsSomeFamiliesSaysWhich) {
  const auto with_products = [](const Kernel& kernel) {
    return kernel.as<PolynomialKernel>() != nullptr || kernel.as<GaussianKernel>() != nullptr;
  };
  EXPECT_EQ(supported_families(with_products), "polynomial, gaussian");
  EXPECT_NO_THROW(require_supported("a map", with_products, GaussianKernel{}));
  EXPECT_NO_THROW(require_supported("a map", nullptr, CauchyKernel{}));
  EXPECT_EQ(
      message_of<InputError>([&] { require_supported("a map", with_products, CauchyKernel{.sigma = 2}); }),
      "a map does not support the kernel Cauchy, σ = 2; it supports: polynomial, gaussian");
}

TEST(Kernel, NamesThePlaceOfWhatIsWrong) {
  const auto complaint = [](const std::string& text) {
    return message_of<InputError>([&] { parsed(text); });
  };
  EXPECT_THAT(complaint(R"({"kernel": "gausian", "sigma": 1})"),
              AllOf(HasSubstr("a.json"), HasSubstr("kernels[0].kernel"), HasSubstr("\"gaussian\"")));
  EXPECT_THAT(complaint(R"({"kernel": "gaussian"})"), HasSubstr("kernels[0].sigma\" is missing"));
  EXPECT_THAT(complaint(R"({"kernel": "cauchy", "sigma": 0})"), HasSubstr("kernels[0].sigma\" is 0"));
  EXPECT_THAT(complaint(R"({"kernel": "laplacian", "sigma": -2})"), HasSubstr("is -2"));
  EXPECT_THAT(complaint(R"({"kernel": "polynomial", "degree": 0})"), HasSubstr("degree\" is 0"));
  EXPECT_THAT(complaint(R"({"kernel": "gaussian", "sigma": 1, "degree": 2})"), HasSubstr("degree"));
  EXPECT_THAT(complaint(R"({"sigma": 1})"), HasSubstr("kernel"));
}

TEST(Kernel, WhoNeedsOneFamilySaysSo) {
  const Kernel gaussian = GaussianKernel{.sigma = 2};
  EXPECT_EQ(require_family<GaussianKernel>(gaussian, "orf").sigma, Sigma(2));
  EXPECT_EQ(message_of<InputError>([&] { require_family<PolynomialKernel>(gaussian, "tensor_sketch"); }),
            "tensor_sketch is for polynomial kernels, not for Gaussian, σ = 2");
}

}  // namespace
}  // namespace sketchbench
