// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The math module, and Python's builtins on numbers.
#include "tkc/Evaluate/Operations.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "BuiltinTables.h"

namespace tkc::evaluate {

using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

template <double (*Function)(double)>
static Object realFunction(const BuiltinCall &call) {
  std::optional<double> x = call.argument(0).toDouble();
  if (!x) {
    return call.misused("a number");
  }
  double result = Function(*x);
  bool isInvalid = std::isnan(result) && !std::isnan(*x);
  return isInvalid ? call.fail("ValueError", "`" + call.name + "` has no value at " + floatText(*x))
                   : Object::real(result);
}

template <double (*Function)(double, double)>
static Object realFunction2(const BuiltinCall &call) {
  std::optional<double> x = call.argument(0).toDouble();
  std::optional<double> y = call.argument(1).toDouble();
  return x && y ? Object::real(Function(*x, *y)) : call.misused("two numbers");
}

template <double (*Round)(double)>
static Object roundToInt(const BuiltinCall &call) {
  if (std::optional<Integer> integer = call.argument(0).toInteger()) {
    return Object::integer(*integer);
  }
  std::optional<double> x = call.argument(0).toDouble();
  return x && std::isfinite(*x) ? Object::integer(Integer::truncate(Round(*x))) : call.misused("a finite number");
}

static Object callLog(const BuiltinCall &call) {
  std::optional<double> x = call.argument(0).toDouble();
  std::optional<double> base = call.has(1) ? call.argument(1).toDouble() : M_E;
  if (!x || !base) {
    return call.misused("numbers");
  }
  if (*x <= 0) {
    return call.fail("ValueError", "the logarithm of " + floatText(*x) + " has no value");
  }
  return Object::real(call.has(1) ? std::log(*x) / std::log(*base) : std::log(*x));
}

template <double (*Function)(double)>
static Object logarithm(const BuiltinCall &call) {
  std::optional<double> x = call.argument(0).toDouble();
  return x && *x > 0 ? Object::real(Function(*x)) : call.misused("a positive number");
}

template <bool (*Test)(double)>
static Object realTest(const BuiltinCall &call) {
  std::optional<double> x = call.argument(0).toDouble();
  return x ? Object::boolean(Test(*x)) : call.misused("a number");
}

static bool isNan(double x) { return std::isnan(x); }
static bool isInf(double x) { return std::isinf(x); }
static bool isFinite(double x) { return std::isfinite(x); }

static Integer absolute(const Integer &x) { return x.isNegative() ? -x : x; }

static Integer greatestDivisor(Integer a, Integer b) {
  while (!b.isZero()) {
    Integer rest = Integer::floorModulo(a, b);
    a = b;
    b = rest;
  }
  return absolute(a);
}

/// The fold of the arguments by `step`, which takes Euclid's algorithm.
static Object foldInts(const BuiltinCall &call, Integer start, Integer (*step)(Integer, Integer)) {
  constexpr uint64_t divisionsAWord = 40;
  Integer result = start;
  for (const Object &argument : call.arguments.positional) {
    std::optional<Integer> integer = argument.toInteger();
    if (!integer) {
      return call.misused("ints");
    }
    call.evaluator.chargeProducts(divisionsAWord * result.words() * integer->words());
    result = step(result, *integer);
  }
  return Object::integer(result);
}

static Integer leastMultiple(Integer a, Integer b) {
  return a.isZero() || b.isZero() ? Integer(0) : absolute(Integer::floorDivide(a, greatestDivisor(a, b)) * b);
}

static Object callGcd(const BuiltinCall &call) { return foldInts(call, 0, greatestDivisor); }
static Object callLcm(const BuiltinCall &call) { return foldInts(call, 1, leastMultiple); }

static Object callProd(const BuiltinCall &call) {
  std::optional<std::vector<Object>> items = call.items(0);
  if (!items) {
    return call.misused("something to iterate over");
  }
  Object product = Object::integer(1);
  for (const Object &item : *items) {
    product = call.evaluator.binary(BinaryOp::Mul, product, item, call.range);
  }
  return product;
}

static Object callIsqrt(const BuiltinCall &call) {
  std::optional<Integer> value = call.argument(0).toInteger();
  if (!value || value->isNegative()) {
    return call.misused("an int that is not negative");
  }
  constexpr uint64_t mostIterations = 16;
  call.evaluator.chargeProducts(mostIterations * value->words() * value->words());
  // Newton's iteration from above.
  Integer root = Integer(1) << (value->bitLength() / 2 + 1);
  while (true) {
    Integer next = (root + Integer::floorDivide(*value, root)) >> 1;
    if (next >= root) {
      return Object::integer(root);
    }
    root = next;
  }
}

static Object callAbs(const BuiltinCall &call) {
  Object value = call.argument(0);
  if (std::optional<Integer> integer = value.toInteger()) {
    return Object::integer(absolute(*integer));
  }
  return value.isFloat() ? Object::real(std::fabs(value.asFloat())) : call.misused("a number");
}

/// The multiple of 10 ** digits next to the value, the even one of two.
static Integer roundInteger(const Integer &value, int64_t digits) {
  // With so many digits the unit is more than twice the value, as with more.
  int64_t mostDigits = value.bitLength() / 3 + 2;
  Integer unit = Integer::power(10, static_cast<uint64_t>(std::min(digits, mostDigits)));
  Integer quotient = Integer::floorDivide(value, unit);
  Integer twice = (value - quotient * unit) * Integer(2);
  bool isOdd = !Integer::floorModulo(quotient, 2).isZero();
  bool isUp = twice > unit || (twice == unit && isOdd);
  return (isUp ? quotient + 1 : quotient) * unit;
}

/// Rounds the exact value of a float to so many digits behind the point.
static double roundReal(double value, int64_t digits) {
  constexpr int64_t mostDigits = 330;
  if (!std::isfinite(value) || digits > mostDigits) {
    return value;
  }
  if (digits < 0) {
    double scale = std::pow(10.0, static_cast<double>(-digits));
    return std::isinf(scale) ? std::copysign(0.0, value) : std::nearbyint(value / scale) * scale;
  }
  char buffer[1024];
  std::snprintf(buffer, sizeof(buffer), "%.*f", static_cast<int>(digits), value);
  return std::strtod(buffer, nullptr);
}

static Object callRound(const BuiltinCall &call) {
  Object value = call.argument(0);
  std::optional<int64_t> digits = call.argument(1, "ndigits").toInt64();
  constexpr int64_t mostDigits = 1000000;
  digits = digits ? std::optional(std::clamp(*digits, -mostDigits, mostDigits)) : std::nullopt;
  if (value.toInteger() && (!digits || *digits >= 0)) {
    return Object::integer(*value.toInteger());
  }
  std::optional<double> real = value.toDouble();
  if (!real || (!digits && !std::isfinite(*real))) {
    return call.misused("a number");
  }
  if (!digits) {
    return Object::integer(Integer::truncate(std::nearbyint(*real)));
  }
  if (std::optional<Integer> integer = value.toInteger()) {
    constexpr uint64_t operations = 4;
    call.evaluator.chargeProducts(operations * integer->words() * integer->words());
    return Object::integer(roundInteger(*integer, -*digits));
  }
  return Object::real(roundReal(*real, *digits));
}

/// The number whose product with `value` leaves 1, by Euclid's algorithm; nothing where there is none.
static std::optional<Integer> modularInverse(const Integer &value, const Integer &modulus) {
  Integer left = Integer::floorModulo(value, modulus), right = modulus, factor(1), otherFactor(0);
  while (!left.isZero()) {
    Integer quotient = Integer::floorDivide(right, left);
    right = std::exchange(left, right - quotient * left);
    otherFactor = std::exchange(factor, otherFactor - quotient * factor);
  }
  return right == Integer(1) ? std::optional(Integer::floorModulo(otherFactor, modulus)) : std::nullopt;
}

/// `pow(base, exponent, modulus)`, whose steps are the exponent's bits, and those of the modulus for an inverse.
static Object modularPower(const BuiltinCall &call, Integer base, Integer exponent, const Integer &modulus) {
  constexpr uint64_t mostWork = 1 << 20;
  if (modulus.isZero()) {
    return call.fail("ValueError", "the modulus of `pow` is 0");
  }
  uint64_t steps = exponent.bitLength() + (exponent.isNegative() ? modulus.bitLength() : 0);
  if (steps * modulus.bitLength() > mostWork) {
    return call.fail("OverflowError", "the numbers are too large");
  }
  if (exponent.isNegative()) {
    std::optional<Integer> inverse = modularInverse(base, absolute(modulus));
    if (!inverse) {
      return call.fail("ValueError", "the base has no inverse for this modulus");
    }
    base = *inverse;
    exponent = -exponent;
  }
  call.evaluator.chargeProducts(steps * modulus.words() * modulus.words());
  base = Integer::floorModulo(base, modulus);
  Integer result = Integer::floorModulo(Integer(1), modulus);
  for (unsigned bit = exponent.bitLength(); bit-- > 0;) {
    result = Integer::floorModulo(result * result, modulus);
    result = exponent.bits()[bit] ? Integer::floorModulo(result * base, modulus) : result;
  }
  return Object::integer(result);
}

static Object callPow(const BuiltinCall &call) {
  Object base = call.argument(0, "base"), exponent = call.argument(1, "exp"), modulus = call.argument(2, "mod");
  if (modulus.isNone()) {
    return call.evaluator.binary(BinaryOp::Pow, base, exponent, call.range);
  }
  bool areInts = base.toInteger() && exponent.toInteger() && modulus.toInteger();
  return areInts ? modularPower(call, *base.toInteger(), *exponent.toInteger(), *modulus.toInteger())
                 : call.misused("ints where there is a modulus");
}

static Object callDivmod(const BuiltinCall &call) {
  Object quotient = call.evaluator.binary(BinaryOp::FloorDiv, call.argument(0), call.argument(1), call.range);
  Object rest = call.evaluator.binary(BinaryOp::Mod, call.argument(0), call.argument(1), call.range);
  return quotient.isUnknown() ? quotient : Object::tuple({quotient, rest});
}

BuiltinTable mathBuiltins() {
  return {{"math.sqrt", realFunction<std::sqrt>},
          {"math.exp", realFunction<std::exp>},
          {"math.exp2", realFunction<std::exp2>},
          {"math.expm1", realFunction<std::expm1>},
          {"math.log", callLog},
          {"math.log2", logarithm<std::log2>},
          {"math.log10", logarithm<std::log10>},
          {"math.log1p", realFunction<std::log1p>},
          {"math.sin", realFunction<std::sin>},
          {"math.cos", realFunction<std::cos>},
          {"math.tan", realFunction<std::tan>},
          {"math.tanh", realFunction<std::tanh>},
          {"math.atan", realFunction<std::atan>},
          {"math.erf", realFunction<std::erf>},
          {"math.fabs", realFunction<std::fabs>},
          {"math.pow", realFunction2<std::pow>},
          {"math.fmod", realFunction2<std::fmod>},
          {"math.copysign", realFunction2<std::copysign>},
          {"math.hypot", realFunction2<std::hypot>},
          {"math.atan2", realFunction2<std::atan2>},
          {"math.ceil", roundToInt<std::ceil>},
          {"math.floor", roundToInt<std::floor>},
          {"math.trunc", roundToInt<std::trunc>},
          {"math.isnan", realTest<isNan>},
          {"math.isinf", realTest<isInf>},
          {"math.isfinite", realTest<isFinite>},
          {"math.gcd", callGcd},
          {"math.lcm", callLcm},
          {"math.prod", callProd},
          {"math.isqrt", callIsqrt},
          {"abs", callAbs},
          {"round", callRound},
          {"pow", callPow},
          {"divmod", callDivmod}};
}

} // namespace tkc::evaluate
