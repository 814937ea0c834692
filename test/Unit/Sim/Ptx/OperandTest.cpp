// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each form of operand, and constant expressions.
#include "ReadText.h"

using namespace tkc::sim::ptx;

namespace {

class PtxOperand : public ::testing::Test {
protected:
  const Instruction &read(const std::string &text) {
    instruction = readInstruction(text, owner);
    instruction.operands.resize(std::max<size_t>(instruction.operands.size(), 6));
    return instruction;
  }
  Operand second(const std::string &text) { return read("mov.b64 %rd1, " + text + ";").operands[1]; }
  uint64_t integer(const std::string &text) {
    Operand operand = second(text);
    EXPECT_EQ(operand.kind, Operand::Kind::Integer) << text;
    return operand.bits;
  }

  std::unique_ptr<Module> owner;
  Instruction instruction;
};

using Kind = Operand::Kind;

} // namespace

TEST_F(PtxOperand, splits_an_instruction_into_words) {
  read("@!%p1 cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], "
       "[%r4];");
  EXPECT_EQ(instruction.opcode, "cp");
  std::vector<std::string_view> modifiers = {
      "async", "bulk", "tensor", "2d", "shared::cluster", "global", "mbarrier::complete_tx::bytes"};
  EXPECT_EQ(instruction.modifiers, modifiers);
  EXPECT_EQ(instruction.guard, "%p1");
  EXPECT_TRUE(instruction.isGuardNegated);
  EXPECT_EQ(instruction.operands[0].kind, Kind::Address);
  EXPECT_EQ(instruction.operands[0].name, "%r1");
  ASSERT_EQ(instruction.operands[1].elements.size(), 2u);
  EXPECT_EQ(instruction.operands[1].elements[1].name, "%r3");
  EXPECT_EQ(instruction.operands[2].name, "%r4");
}

TEST_F(PtxOperand, keeps_the_component_of_special_registers_in_the_name) {
  EXPECT_EQ(second("%tid.x").name, "%tid.x");
  EXPECT_EQ(second("%tid.x").component, -1);
  EXPECT_EQ(second("%cluster_ctaid .y").name, "%cluster_ctaid.y");
  EXPECT_EQ(second("%clock64").name, "%clock64");
  Operand vector = second("%v1.w");
  EXPECT_EQ(vector.name, "%v1");
  EXPECT_EQ(vector.component, 3);
  EXPECT_EQ(second("%v1.b").component, 2);
}

TEST_F(PtxOperand, reads_second_results_and_sinks) {
  read("setp.lt.and.s32 %p1|%p2, %r1, -5, !%p3;");
  EXPECT_EQ(instruction.operands[0].name, "%p1");
  ASSERT_TRUE(instruction.secondResult);
  EXPECT_EQ(instruction.secondResult->name, "%p2");
  EXPECT_EQ(static_cast<int64_t>(instruction.operands[2].bits), -5);
  EXPECT_TRUE(instruction.operands[3].isNegated);
  EXPECT_EQ(instruction.operands[3].name, "%p3");
  read("elect.sync _|p, 0xffffffff;");
  EXPECT_EQ(instruction.operands[0].kind, Kind::Sink);
  EXPECT_EQ(instruction.secondResult->name, "p");
  EXPECT_EQ(instruction.operands[1].bits, 0xffffffffu);
}

TEST_F(PtxOperand, reads_vectors) {
  read("ld.global.v4.b32 {%r1, _, %r3, %r4}, [%rd1];");
  ASSERT_EQ(instruction.operands[0].elements.size(), 4u);
  EXPECT_EQ(instruction.operands[0].kind, Kind::Vector);
  EXPECT_EQ(instruction.operands[0].elements[1].kind, Kind::Sink);
  EXPECT_EQ(instruction.operands[0].elements[3].name, "%r4");
  EXPECT_EQ(second("{%r1, 3}").elements[1].bits, 3u);
}

TEST_F(PtxOperand, reads_addresses) {
  EXPECT_EQ(second("[%rd1+8]").bits, 8u);
  EXPECT_EQ(static_cast<int64_t>(second("[%rd1+-8]").bits), -8);
  EXPECT_EQ(static_cast<int64_t>(second("[%rd1-8]").bits), -8);
  EXPECT_EQ(second("[sym+4*2+1]").bits, 9u);
  EXPECT_EQ(second("[sym]").name, "sym");
  EXPECT_EQ(second("[16]").name, "");
  EXPECT_EQ(second("[16]").bits, 16u);
  EXPECT_EQ(second("[%rd1, %r7]").elements[0].name, "%r7");
  EXPECT_EQ(second("sym+12").kind, Kind::Name);
  EXPECT_EQ(second("sym+12").bits, 12u);
}

TEST_F(PtxOperand, reads_calls) {
  read("call.uni (%r1), f, (%r2, 3), proto; proto: .callprototype (.param .b32 _) _ (.param .b32 _);");
  EXPECT_EQ(instruction.operands[0].kind, Kind::List);
  EXPECT_EQ(instruction.operands[0].elements[0].name, "%r1");
  EXPECT_EQ(instruction.operands[1].name, "f");
  EXPECT_EQ(instruction.operands[2].elements[1].bits, 3u);
  EXPECT_EQ(instruction.operands[3].name, "proto");
  read("call f, ();");
  EXPECT_EQ(instruction.operands[1].kind, Kind::List);
  EXPECT_TRUE(instruction.operands[1].elements.empty());
}

TEST_F(PtxOperand, reads_integers) {
  EXPECT_EQ(integer("42"), 42u);
  EXPECT_EQ(integer("0x1Fu"), 31u);
  EXPECT_EQ(integer("017"), 15u);
  EXPECT_EQ(integer("0b101"), 5u);
  EXPECT_EQ(integer("0"), 0u);
  EXPECT_EQ(integer("0U"), 0u);
  EXPECT_EQ(integer("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(integer("-9223372036854775808"), uint64_t(1) << 63);
  EXPECT_EQ(integer("WARP_SZ"), 32u);
  EXPECT_EQ(integer("-WARP_SZ"), uint64_t(-32));
}

TEST_F(PtxOperand, reads_floats) {
  EXPECT_EQ(second("0f3F800000").kind, Kind::Float32);
  EXPECT_EQ(second("0f3F800000").bits, 0x3f800000u);
  EXPECT_EQ(second("-0f3F800000").bits, 0xbf800000u);
  EXPECT_EQ(second("0D3ff0000000000000").kind, Kind::Float64);
  EXPECT_EQ(second("0D3ff0000000000000").bits, 0x3ff0000000000000u);
  for (const char *one : {"1.0", "1.", "1e0", "10.0e-1", "0.01E+2", ".1e1", "0.5+.5", "2.0/2"}) {
    EXPECT_EQ(second(one).kind, Kind::Float64) << one;
    EXPECT_EQ(second(one).bits, 0x3ff0000000000000u) << one;
  }
}

TEST_F(PtxOperand, evaluates_constant_expressions) {
  EXPECT_EQ(integer("1+2*3"), 7u);
  EXPECT_EQ(integer("(1+2)*3"), 9u);
  EXPECT_EQ(integer("10-2-3"), 5u);
  EXPECT_EQ(integer("-7/2"), uint64_t(-3));
  EXPECT_EQ(integer("7%4"), 3u);
  EXPECT_EQ(integer("7 % 4"), 3u);
  EXPECT_EQ(integer("1<<4>>1"), 8u);
  EXPECT_EQ(integer("-8>>1"), uint64_t(-4));
  EXPECT_EQ(integer("1<<64"), 0u);
  EXPECT_EQ(integer("6&3|8^1"), 11u);
  EXPECT_EQ(integer("~0"), UINT64_MAX);
  EXPECT_EQ(integer("!3"), 0u);
  EXPECT_EQ(integer("!0"), 1u);
  EXPECT_EQ(integer("1<2 && 2<=2 || 0"), 1u);
  EXPECT_EQ(integer("3==3 ? 5 : 6"), 5u);
  EXPECT_EQ(integer("0 ? 1 : 0 ? 2 : 3"), 3u);
  EXPECT_EQ(integer("1.5 > 1"), 1u);
}

TEST_F(PtxOperand, computes_signed_unless_an_operand_is_unsigned) {
  EXPECT_EQ(integer("-1 < 0"), 1u);
  EXPECT_EQ(integer("-1 < 0U"), 0u);
  EXPECT_EQ(integer("(.u64)-1 >> 63"), 1u);
  EXPECT_EQ(integer("(.s64)0xFFFFFFFFFFFFFFFF / 2"), 0u);
  EXPECT_EQ(integer("(.s64)-9223372036854775808 / -1"), uint64_t(1) << 63);
}

TEST_F(PtxOperand, reads_several_instructions_a_line_and_one_over_several) {
  std::unique_ptr<Module> module = readBody("add.s32 %r1, %r1, 1; ret;\ncall (a),\nf\n,\n(b)\n;;// end\n/* x\n*/ ret;");
  const std::vector<Instruction> &instructions = module->functions[0].instructions;
  ASSERT_EQ(instructions.size(), 4u);
  EXPECT_EQ(instructions[0].line, 4u);
  EXPECT_EQ(instructions[1].line, 4u);
  EXPECT_EQ(instructions[2].line, 5u);
  EXPECT_EQ(instructions[2].operands.size(), 3u);
  EXPECT_EQ(instructions[3].line, 11u);
}
