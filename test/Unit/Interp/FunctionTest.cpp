// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math functions and libdevice: values against <cmath>, bounds against the documented errors.
#include <cmath>

#include "ElementwiseKernel.h"

namespace tkc::interp {
namespace {

using data::ElementType;
using Values = std::vector<double>;

struct Function {
  const char *name;
  double (*reference)(double);
  double argument;
};

const Function mathFunctions[] = {
    {"exp", [](double x) { return std::exp(x); }, 1.25},     {"exp2", [](double x) { return std::exp2(x); }, 1.25},
    {"expm1", [](double x) { return std::expm1(x); }, 0.01}, {"log", [](double x) { return std::log(x); }, 3},
    {"log2", [](double x) { return std::log2(x); }, 3},      {"log10", [](double x) { return std::log10(x); }, 3},
    {"log1p", [](double x) { return std::log1p(x); }, 0.01}, {"sqrt", [](double x) { return std::sqrt(x); }, 3},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }, 3}, {"cbrt", [](double x) { return std::cbrt(x); }, 3},
    {"sin", [](double x) { return std::sin(x); }, 1},        {"cos", [](double x) { return std::cos(x); }, 1},
    {"tan", [](double x) { return std::tan(x); }, 1},        {"asin", [](double x) { return std::asin(x); }, 0.5},
    {"acos", [](double x) { return std::acos(x); }, 0.5},    {"atan", [](double x) { return std::atan(x); }, 0.5},
    {"sinh", [](double x) { return std::sinh(x); }, 0.5},    {"cosh", [](double x) { return std::cosh(x); }, 0.5},
    {"tanh", [](double x) { return std::tanh(x); }, 0.5},    {"asinh", [](double x) { return std::asinh(x); }, 0.5},
    {"acosh", [](double x) { return std::acosh(x); }, 1.5},  {"atanh", [](double x) { return std::atanh(x); }, 0.5},
    {"erf", [](double x) { return std::erf(x); }, 0.5},      {"erfc", [](double x) { return std::erfc(x); }, 0.5},
};

TEST(InterpFunction, EvaluatesMathWithSmallBounds) {
  for (const Function &function : mathFunctions) {
    for (const Element &type : {f32, f64}) {
      KernelRun run;
      runElementwise(run, {type}, type, {{function.argument}},
                     std::string("  %r = math.") + function.name + " %a : $a");
      double argument = run.values(0)[0];
      double bound = run.bound(1, 0);
      EXPECT_NEAR(run.values(1)[0], function.reference(argument), bound) << function.name;
      EXPECT_LE(bound, type.name == "f64" ? 1e-14 : 5e-6) << function.name;
    }
  }
}

TEST(InterpFunction, EvaluatesPowersAndArcTangents) {
  EXPECT_NEAR(evaluate({f32, f32}, f32, {{2}, {0.5}}, "  %r = math.powf %a, %b : $a")[0], std::sqrt(2.0), 1e-6);
  EXPECT_NEAR(evaluate({f32, f32}, f32, {{1}, {-1}}, "  %r = math.atan2 %a, %b : $a")[0], 3 * M_PI / 4, 1e-6);
  EXPECT_EQ(evaluate({f32, i32}, f32, {{-2}, {3}}, "  %r = math.fpowi %a, %b : $a, $b")[0], -8);
  EXPECT_EQ(evaluate({f32}, f32, {{0}}, "  %s, %r = math.sincos %a : $a")[0], 1);
}

TEST(InterpFunction, WidensBoundsThroughSensitiveFunctions) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{100}, {7}}, "  %q = arith.divf %a, %b : $a\n  %r = math.exp %q : $a");
  double relative = run.bound(2, 0) / run.values(2)[0];
  // exp multiplies the absolute error of its argument, 14.3 * 2^-22, into a relative one.
  EXPECT_GE(relative, 14.2 * 0x1p-22);
  EXPECT_LE(relative, 14.3 * 0x1p-20);
}

TEST(InterpFunction, IsSureOfLimits) {
  KernelRun run;
  runElementwise(run, {f32}, f32, {{-HUGE_VAL, HUGE_VAL, -200, 200}}, "  %r = math.exp %a : $a");
  EXPECT_EQ(run.values(1), (Values{0, HUGE_VAL, 0, HUGE_VAL}));
  EXPECT_EQ(run.bound(1, 0), 0);
  EXPECT_EQ(run.bound(1, 1), 0);
  EXPECT_LE(run.bound(1, 2), 1e-37);
  EXPECT_EQ(run.bound(1, 3), 0);
}

TEST(InterpFunction, BoundsDivisionByTwoUlp) {
  KernelRun run;
  runElementwise(run, {f32, f32}, f32, {{1}, {3}}, "  %r = arith.divf %a, %b : $a");
  EXPECT_GE(run.bound(2, 0), 2 * 0x1p-25);
  EXPECT_LE(run.bound(2, 0), 4 * 0x1p-24);
}

TEST(InterpFunction, LeavesTheResultOpenWhereTheDomainEnds) {
  KernelRun run;
  // 1/3 - 1/3 may be a little below zero on another machine.
  runElementwise(run, {f32, f32}, f32, {{1}, {3}},
                 "  %q = arith.divf %a, %b : $a\n  %d = arith.subf %q, %q : $a\n  %r = math.sqrt %d : $a");
  EXPECT_EQ(run.execution.buffers[2].undecidedCount, 1u);
}

double device(const std::string &symbol, const std::vector<Element> &types, const Element &result,
              const std::vector<std::vector<double>> &values) {
  std::string call = "  %r = tk.extern_elementwise \"" + symbol + "\"(";
  std::string signature;
  for (size_t index = 0; index < types.size(); ++index) {
    std::string letter(1, char('a' + index));
    call += (index ? ", %" : "%") + letter;
    signature += (index ? ", $" : "$") + letter;
  }
  return evaluate(types, result, values, call + ") : (" + signature + ") -> $r")[0];
}

TEST(InterpDevice, KnowsFloatFunctions) {
  EXPECT_NEAR(device("__nv_expf", {f32}, f32, {{1}}), std::exp(1), 1e-6);
  EXPECT_NEAR(device("__nv_exp10", {f64}, f64, {{2}}), 100, 1e-12);
  EXPECT_NEAR(device("__nv_rcbrtf", {f32}, f32, {{8}}), 0.5, 1e-6);
  EXPECT_EQ(device("__nv_sinpif", {f32}, f32, {{0.5}}), 1);
  EXPECT_EQ(device("__nv_cospif", {f32}, f32, {{1}}), -1);
  EXPECT_EQ(device("__nv_cospi", {f64}, f64, {{2.5}}), 0);
  EXPECT_NEAR(device("__nv_erfinvf", {f32}, f32, {{0.25}}), 0.2253120550121781, 1e-7);
  EXPECT_NEAR(device("__nv_erfinv", {f64}, f64, {{0.75}}), 0.8134198475976185, 1e-14);
  EXPECT_NEAR(device("__nv_erfcinv", {f64}, f64, {{0.001}}), 2.3267537655135246, 1e-13);
  EXPECT_NEAR(device("__nv_erfcinv", {f64}, f64, {{1.9}}), -1.1630871536766743, 1e-13);
  EXPECT_NEAR(device("__nv_erfcx", {f64}, f64, {{2}}), 0.2553956763105058, 1e-14);
  EXPECT_NEAR(device("__nv_erfcx", {f64}, f64, {{40}}), 0.0141003359834, 1e-12);
  EXPECT_NEAR(device("__nv_normcdf", {f64}, f64, {{1.96}}), 0.9750021048517795, 1e-14);
  EXPECT_NEAR(device("__nv_normcdfinv", {f64}, f64, {{0.975}}), 1.959963984540054, 1e-12);
  EXPECT_NEAR(device("__nv_lgamma", {f64}, f64, {{5}}), std::log(24.0), 1e-14);
  EXPECT_NEAR(device("__nv_tgammaf", {f32}, f32, {{5}}), 24, 1e-4);
  EXPECT_NEAR(device("__nv_j0", {f64}, f64, {{1}}), 0.7651976865579666, 1e-14);
  EXPECT_NEAR(device("__nv_cyl_bessel_i0", {f64}, f64, {{1}}), 1.2660658777520082, 1e-14);
  EXPECT_NEAR(device("__nv_cyl_bessel_i1", {f64}, f64, {{-1}}), -0.5651591039924851, 1e-14);
  EXPECT_EQ(device("__nv_hypotf", {f32, f32}, f32, {{3}, {4}}), 5);
  EXPECT_EQ(device("__nv_rhypot", {f64, f64}, f64, {{3}, {4}}), 0.2);
  EXPECT_EQ(device("__nv_norm3d", {f64, f64, f64}, f64, {{2}, {3}, {6}}), 7);
  EXPECT_EQ(device("__nv_powf", {f32, f32}, f32, {{2}, {10}}), 1024);
  EXPECT_EQ(device("__nv_powif", {f32, i32}, f32, {{2}, {-2}}), 0.25);
  EXPECT_EQ(device("__nv_ldexpf", {f32, i32}, f32, {{3}, {4}}), 48);
  EXPECT_NEAR(device("__nv_jn", {i32, f64}, f64, {{2}, {1}}), 0.1149034849319005, 1e-14);
  EXPECT_NEAR(device("__nv_fast_sinf", {f32}, f32, {{1}}), std::sin(1), 1e-6);
  EXPECT_NEAR(device("__nv_fast_powf", {f32, f32}, f32, {{3}, {2}}), 9, 1e-4);
  EXPECT_NEAR(device("__nv_fast_fdividef", {f32, f32}, f32, {{9}, {3}}), 3, 1e-6);
  EXPECT_EQ(device("__nv_saturatef", {f32}, f32, {{1.5}}), 1);
  EXPECT_EQ(device("__nv_fdimf", {f32, f32}, f32, {{5}, {3}}), 2);
}

TEST(InterpDevice, KeepsDigitsNearZerosAndInTails) {
  EXPECT_NEAR(device("__nv_cospi", {f64}, f64, {{0.484375}}), 0.049067674327418014, 1e-17);
  EXPECT_NEAR(device("__nv_sinpi", {f64}, f64, {{-0.984375}}), -0.049067674327418014, 1e-17);
  EXPECT_NEAR(device("__nv_normcdf", {f64}, f64, {{-3.5}}), 2.3262907903552504e-4, 2e-19);
}

TEST(InterpDevice, HasNoBesselFunctionsOfNegativeOrder) {
  EXPECT_TRUE(std::isnan(device("__nv_jn", {i32, f64}, f64, {{-1}, {1}})));
  EXPECT_TRUE(std::isnan(device("__nv_ynf", {i32, f32}, f32, {{-2}, {1}})));
}

TEST(InterpDevice, BoundsFunctionsWithFewDigits) {
  KernelRun reciprocal;
  runElementwise(reciprocal, {f64}, f64, {{3}}, "  %r = tk.extern_elementwise \"__nv_rcp64h\"(%a) : ($a) -> $r");
  EXPECT_GE(reciprocal.bound(1, 0), 0x1p-21);
  EXPECT_LE(reciprocal.bound(1, 0), 0x1p-18);
  KernelRun tanh;
  runElementwise(tanh, {f32}, f32, {{0.5}}, "  %r = tk.extern_elementwise \"__nv_fast_tanhf\"(%a) : ($a) -> $r");
  EXPECT_NEAR(tanh.values(1)[0], std::tanh(0.5), 1e-6);
  EXPECT_GE(tanh.bound(1, 0), 0x1p-13);
  EXPECT_LE(tanh.bound(1, 0), 0x1p-11);
  KernelRun gamma;
  runElementwise(gamma, {f64}, f64, {{-2.5}}, "  %r = tk.extern_elementwise \"__nv_lgamma\"(%a) : ($a) -> $r");
  EXPECT_GE(gamma.bound(1, 0), 0x1p-48);
}

TEST(InterpDevice, KnowsRoundingAndSelectionFunctions) {
  EXPECT_EQ(device("__nv_floorf", {f32}, f32, {{-1.5}}), -2);
  EXPECT_EQ(device("__nv_ceil", {f64}, f64, {{-1.5}}), -1);
  EXPECT_EQ(device("__nv_truncf", {f32}, f32, {{-1.5}}), -1);
  EXPECT_EQ(device("__nv_roundf", {f32}, f32, {{2.5}}), 3);
  EXPECT_EQ(device("__nv_rintf", {f32}, f32, {{2.5}}), 2);
  EXPECT_EQ(device("__nv_fabsf", {f32}, f32, {{-2.5}}), 2.5);
  EXPECT_EQ(device("__nv_copysignf", {f32, f32}, f32, {{2}, {-1}}), -2);
  EXPECT_EQ(device("__nv_fminf", {f32, f32}, f32, {{2}, {-1}}), -1);
  EXPECT_EQ(device("__nv_fmax", {f64, f64}, f64, {{2}, {-1}}), 2);
  EXPECT_EQ(device("__nv_fmodf", {f32, f32}, f32, {{7}, {4}}), 3);
  EXPECT_EQ(device("__nv_fmaf", {f32, f32, f32}, f32, {{2}, {3}, {4}}), 10);
}

TEST(InterpDevice, KnowsIntegerFunctions) {
  EXPECT_EQ(device("__nv_clz", {i32}, i32, {{1}}), 31);
  EXPECT_EQ(device("__nv_clzll", {i64}, i32, {{1}}), 63);
  EXPECT_EQ(device("__nv_popc", {i32}, i32, {{-1}}), 32);
  EXPECT_EQ(device("__nv_ffs", {i32}, i32, {{8}}), 4);
  EXPECT_EQ(device("__nv_brev", {i32}, i32, {{1}}), -2147483648.0);
  EXPECT_EQ(device("__nv_byte_perm", {i32, i32, i32}, i32, {{0x33221100}, {0x77665544}, {0x7531}}), 0x77553311);
  EXPECT_EQ(device("__nv_mulhi", {i32, i32}, i32, {{-65536}, {65536}}), -1);
  EXPECT_EQ(device("__nv_umulhi", {i32, i32}, i32, {{-1}, {2}}), 1);
  EXPECT_EQ(device("__nv_mul24", {i32, i32}, i32, {{-3}, {5}}), -15);
  EXPECT_EQ(device("__nv_sad", {i32, i32, i32}, i32, {{3}, {-5}, {1}}), 9);
  EXPECT_EQ(device("__nv_hadd", {i32, i32}, i32, {{2147483647}, {2147483645}}), 2147483646);
  EXPECT_EQ(device("__nv_rhadd", {i32, i32}, i32, {{2}, {3}}), 3);
  EXPECT_EQ(device("__nv_abs", {i32}, i32, {{-3}}), 3);
  EXPECT_EQ(device("__nv_umax", {i32, i32}, i32, {{-1}, {3}}), -1);
}

TEST(InterpDevice, KnowsBitsAndClassification) {
  EXPECT_EQ(device("__nv_float_as_int", {f32}, i32, {{1}}), 0x3f800000);
  EXPECT_EQ(device("__nv_int_as_float", {i32}, f32, {{0x40000000}}), 2);
  EXPECT_EQ(device("__nv_double2hiint", {f64}, i32, {{1}}), 0x3ff00000);
  EXPECT_EQ(device("__nv_hiloint2double", {i32, i32}, f64, {{0x3ff00000}, {0}}), 1);
  EXPECT_EQ(device("__nv_isnanf", {f32}, i32, {{std::nan("")}}), 1);
  EXPECT_EQ(device("__nv_isinfd", {f64}, i32, {{HUGE_VAL}}), 1);
  EXPECT_EQ(device("__nv_finitef", {f32}, i32, {{1}}), 1);
  EXPECT_EQ(device("__nv_signbitf", {f32}, i32, {{-1}}), 1);
  EXPECT_EQ(device("__nv_ilogbf", {f32}, i32, {{9}}), 3);
  EXPECT_EQ(device("__nv_llrintf", {f32}, i64, {{2.5}}), 2);
  EXPECT_EQ(device("__nv_llround", {f64}, i64, {{2.5}}), 3);
  EXPECT_EQ(device("__nv_nextafterf", {f32, f32}, f32, {{1}, {2}}), 1 + 0x1p-23);
}

TEST(InterpDevice, RoundsInTheNamedMode) {
  EXPECT_EQ(device("__nv_fadd_rn", {f32, f32}, f32, {{1}, {0x1p-25}}), 1);
  EXPECT_EQ(device("__nv_fadd_ru", {f32, f32}, f32, {{1}, {0x1p-60}}), 1 + 0x1p-23);
  EXPECT_EQ(device("__nv_fadd_rd", {f32, f32}, f32, {{1}, {-0x1p-60}}), 1 - 0x1p-24);
  EXPECT_EQ(device("__nv_fadd_rz", {f32, f32}, f32, {{-1}, {0x1p-60}}), -1 + 0x1p-24);
  EXPECT_EQ(device("__nv_dadd_ru", {f64, f64}, f64, {{1}, {0x1p-80}}), 1 + 0x1p-52);
  EXPECT_EQ(device("__nv_dmul_rd", {f64, f64}, f64, {{1 + 0x1p-52}, {1 + 0x1p-52}}), 1 + 0x1p-51);
  EXPECT_EQ(device("__nv_fdiv_ru", {f32, f32}, f32, {{1}, {3}}), double(1.0f / 3));
  EXPECT_EQ(device("__nv_frcp_rn", {f32}, f32, {{4}}), 0.25);
  EXPECT_EQ(device("__nv_fsqrt_rd", {f32}, f32, {{2}}), double(std::sqrt(2.0f)));
  EXPECT_EQ(device("__nv_fsqrt_ru", {f32}, f32, {{2}}), double(std::nextafter(std::sqrt(2.0f), 2.0f)));
  EXPECT_EQ(device("__nv_fmaf_rn", {f32, f32, f32}, f32, {{2}, {3}, {4}}), 10);
  EXPECT_EQ(device("__nv_fma_ru", {f64, f64, f64}, f64, {{1}, {1}, {0x1p-90}}), 1 + 0x1p-52);
}

TEST(InterpDevice, ConvertsInTheNamedMode) {
  EXPECT_EQ(device("__nv_float2int_rn", {f32}, i32, {{2.5}}), 2);
  EXPECT_EQ(device("__nv_float2int_ru", {f32}, i32, {{2.1}}), 3);
  EXPECT_EQ(device("__nv_float2int_rz", {f32}, i32, {{1e20}}), 2147483647);
  EXPECT_EQ(device("__nv_float2uint_rz", {f32}, i32, {{-5}}), 0);
  EXPECT_EQ(device("__nv_double2ll_rd", {f64}, i64, {{-2.5}}), -3);
  EXPECT_EQ(device("__nv_double2float_rz", {f64}, f32, {{1 + 0x1p-23 + 0x1p-24}}), 1 + 0x1p-23);
  EXPECT_EQ(device("__nv_int2float_rn", {i32}, f32, {{16777217}}), 16777216);
  EXPECT_EQ(device("__nv_int2float_ru", {i32}, f32, {{16777217}}), 16777218);
  EXPECT_EQ(device("__nv_uint2double_rn", {i32}, f64, {{-1}}), 4294967295.0);
}

TEST(InterpDevice, NamesWhatItDoesNotKnow) {
  KernelRun run;
  run.buffer(ElementType::F32, {1});
  run.output(ElementType::F32, 1);
  run.run(elementwiseKernel({f32}, f32, 1, "  %r = tk.extern_elementwise \"__nv_frobf\"(%a) : ($a) -> $r"));
  ASSERT_EQ(run.execution.problems.size(), 1u);
  EXPECT_EQ(run.execution.problems[0].message,
            "the interpreter does not know the device function `__nv_frobf` with 1 arguments");
}

} // namespace
} // namespace tkc::interp
