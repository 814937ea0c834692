// RUN: tkg-opt %s --tk-to-tkg --tkg-coalesce --tkg-remove-layout-conversions --split-input-file | FileCheck %s
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// CHECK: #[[B:.*]] = #tkg.blocked<sizePerThread = [4], threadsPerWarp = [32], warpsPerCta = [4], order = [0]>
// CHECK-LABEL: func.func @softmax
// CHECK-NOT: convert_layout
// CHECK: tk.store %{{.*}}, %{{.*}} mask %{{.*}} : tensor<4096x!tk.ptr<f32>, #[[B]]>
func.func @softmax(%x: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %o: !tk.ptr<f32> {tk.divisibility = 16 : i32}, %stride: i32 {tk.divisibility = 16 : i32}, %n: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %pid = tk.program_id 0 : i32
  %row = arith.muli %pid, %stride : i32
  %px = tk.addptr %x, %row : !tk.ptr<f32>, i32
  %po = tk.addptr %o, %row : !tk.ptr<f32>, i32
  %r = tk.make_range 0, 4096 : tensor<4096xi32>
  %ns = tk.splat %n : i32 to tensor<4096xi32>
  %m = arith.cmpi slt, %r, %ns : tensor<4096xi32>
  %xs = tk.splat %px : !tk.ptr<f32> to tensor<4096x!tk.ptr<f32>>
  %pxs = tk.addptr %xs, %r : tensor<4096x!tk.ptr<f32>>, tensor<4096xi32>
  %inf = arith.constant dense<0xFF800000> : tensor<4096xf32>
  %v = tk.load %pxs mask %m other %inf : tensor<4096x!tk.ptr<f32>>
  %mx = tk.reduce(%v) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<4096xf32>) -> f32
  %mxs = tk.splat %mx : f32 to tensor<4096xf32>
  %d = arith.subf %v, %mxs : tensor<4096xf32>
  %e = math.exp %d : tensor<4096xf32>
  %sum = tk.reduce(%e) axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<4096xf32>) -> f32
  %ss = tk.splat %sum : f32 to tensor<4096xf32>
  %q = arith.divf %e, %ss : tensor<4096xf32>
  %os = tk.splat %po : !tk.ptr<f32> to tensor<4096x!tk.ptr<f32>>
  %pos = tk.addptr %os, %r : tensor<4096x!tk.ptr<f32>>, tensor<4096xi32>
  tk.store %pos, %q mask %m : tensor<4096x!tk.ptr<f32>>
  return
}

// -----

// Rows lie within a warp; of the 256 weights each thread gets those of its columns.
// CHECK: #[[B:.*]] = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [1, 32], warpsPerCta = [4, 1], order = [1, 0]>
// CHECK-LABEL: func.func @rows
// CHECK-NOT: convert_layout
// CHECK: tk.reduce
// CHECK: (tensor<16x256xf32, #[[B]]>) -> tensor<16xf32, #tkg.slice<dim = 1, parent = #[[B]]>>
// CHECK-NOT: convert_layout
// CHECK: tkg.convert_layout %{{.*}} : tensor<256xf16, #{{.*}}> to tensor<256xf16, #tkg.slice<dim = 0, parent = #[[B]]>>
// CHECK-NOT: convert_layout
// CHECK: tk.store %{{.*}}, %{{.*}} : tensor<16x256x!tk.ptr<f16>, #[[B]]>
// several rows a program, f16 in and out, per-column scale
func.func @rows(%x: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %o: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %w: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %stride: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %pid = tk.program_id 0 : i32
  %c16 = arith.constant 16 : i32
  %r0 = arith.muli %pid, %c16 : i32
  %rr = tk.make_range 0, 16 : tensor<16xi32>
  %rs = tk.splat %r0 : i32 to tensor<16xi32>
  %rows = arith.addi %rs, %rr : tensor<16xi32>
  %rx = tk.expand_dims %rows, 1 : tensor<16xi32> to tensor<16x1xi32>
  %st = tk.splat %stride : i32 to tensor<16x1xi32>
  %ro = arith.muli %rx, %st : tensor<16x1xi32>
  %cr = tk.make_range 0, 256 : tensor<256xi32>
  %cx = tk.expand_dims %cr, 0 : tensor<256xi32> to tensor<1x256xi32>
  %rb = tk.broadcast %ro : tensor<16x1xi32> to tensor<16x256xi32>
  %cb = tk.broadcast %cx : tensor<1x256xi32> to tensor<16x256xi32>
  %off = arith.addi %rb, %cb : tensor<16x256xi32>
  %xs = tk.splat %x : !tk.ptr<f16> to tensor<16x256x!tk.ptr<f16>>
  %pxs = tk.addptr %xs, %off : tensor<16x256x!tk.ptr<f16>>, tensor<16x256xi32>
  %v16 = tk.load %pxs : tensor<16x256x!tk.ptr<f16>>
  %v = arith.extf %v16 : tensor<16x256xf16> to tensor<16x256xf32>
  %mx = tk.reduce(%v) axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    tk.yield %c : f32
  } : (tensor<16x256xf32>) -> tensor<16xf32>
  %mxe = tk.expand_dims %mx, 1 : tensor<16xf32> to tensor<16x1xf32>
  %mxs = tk.broadcast %mxe : tensor<16x1xf32> to tensor<16x256xf32>
  %d = arith.subf %v, %mxs : tensor<16x256xf32>
  %e = math.exp %d : tensor<16x256xf32>
  %ws = tk.splat %w : !tk.ptr<f16> to tensor<256x!tk.ptr<f16>>
  %pw = tk.addptr %ws, %cr : tensor<256x!tk.ptr<f16>>, tensor<256xi32>
  %wv = tk.load %pw : tensor<256x!tk.ptr<f16>>
  %we = tk.expand_dims %wv, 0 : tensor<256xf16> to tensor<1x256xf16>
  %wb = tk.broadcast %we : tensor<1x256xf16> to tensor<16x256xf16>
  %e16 = arith.truncf %e : tensor<16x256xf32> to tensor<16x256xf16>
  %y = arith.mulf %e16, %wb : tensor<16x256xf16>
  %os = tk.splat %o : !tk.ptr<f16> to tensor<16x256x!tk.ptr<f16>>
  %pos = tk.addptr %os, %off : tensor<16x256x!tk.ptr<f16>>, tensor<16x256xi32>
  tk.store %pos, %y : tensor<16x256x!tk.ptr<f16>>
  return
}

// -----

// The pointers that the loop carries have the layouts of the loads; only operands of the dot and the result move.
// CHECK-DAG: #[[B:.*]] = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCta = [4, 1], order = [1, 0]>
// CHECK-DAG: #[[A:.*]] = #tkg.blocked<sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCta = [4, 1], order = [1, 0]>
// CHECK-LABEL: func.func @matmul
// CHECK: scf.for {{.*}} -> (tensor<128x128xf32, #[[C:.*]]>, tensor<128x64x!tk.ptr<f16>, #[[A]]>, tensor<64x128x!tk.ptr<f16>, #[[B]]>)
// CHECK-NOT: convert_layout
// CHECK: tkg.convert_layout %{{.*}} : tensor<128x64xf16, #[[A]]> to tensor<128x64xf16, #tkg.dot_operand<opIdx = 0
// CHECK: tkg.convert_layout %{{.*}} : tensor<64x128xf16, #[[B]]> to tensor<64x128xf16, #tkg.dot_operand<opIdx = 1
// CHECK-NOT: convert_layout
// CHECK: arith.truncf %{{.*}} : tensor<128x128xf32, #[[C]]> to tensor<128x128xf16, #[[C]]>
// CHECK-NOT: convert_layout
// CHECK: tkg.convert_layout %{{.*}} : tensor<128x128xf16, #[[C]]> to tensor<128x128xf16, #[[B]]>
// CHECK-NOT: convert_layout
// CHECK: tk.store
func.func @matmul(%a: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %b: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %c: !tk.ptr<f16> {tk.divisibility = 16 : i32}, %M: i32 {tk.divisibility = 16 : i32}, %N: i32 {tk.divisibility = 16 : i32}, %K: i32 {tk.divisibility = 16 : i32}, %sam: i32 {tk.divisibility = 16 : i32}, %sbk: i32 {tk.divisibility = 16 : i32}, %scm: i32 {tk.divisibility = 16 : i32}) attributes {tk.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %c63 = arith.constant 63 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
  %z16a = arith.constant dense<0.0> : tensor<128x64xf16>
  %z16b = arith.constant dense<0.0> : tensor<64x128xf16>
  %pm = tk.program_id 0 : i32
  %pn = tk.program_id 1 : i32
  %m0 = arith.muli %pm, %c128 : i32
  %n0 = arith.muli %pn, %c128 : i32
  %r128 = tk.make_range 0, 128 : tensor<128xi32>
  %r64 = tk.make_range 0, 64 : tensor<64xi32>
  %m0s = tk.splat %m0 : i32 to tensor<128xi32>
  %n0s = tk.splat %n0 : i32 to tensor<128xi32>
  %om0 = arith.addi %m0s, %r128 : tensor<128xi32>
  %on0 = arith.addi %n0s, %r128 : tensor<128xi32>
  %Ms = tk.splat %M : i32 to tensor<128xi32>
  %Ns = tk.splat %N : i32 to tensor<128xi32>
  %om = arith.remsi %om0, %Ms : tensor<128xi32>
  %on = arith.remsi %on0, %Ns : tensor<128xi32>
  %ome = tk.expand_dims %om, 1 : tensor<128xi32> to tensor<128x1xi32>
  %sams = tk.splat %sam : i32 to tensor<128x1xi32>
  %omo = arith.muli %ome, %sams : tensor<128x1xi32>
  %ke = tk.expand_dims %r64, 0 : tensor<64xi32> to tensor<1x64xi32>
  %omb = tk.broadcast %omo : tensor<128x1xi32> to tensor<128x64xi32>
  %keb = tk.broadcast %ke : tensor<1x64xi32> to tensor<128x64xi32>
  %ao = arith.addi %omb, %keb : tensor<128x64xi32>
  %as = tk.splat %a : !tk.ptr<f16> to tensor<128x64x!tk.ptr<f16>>
  %ap = tk.addptr %as, %ao : tensor<128x64x!tk.ptr<f16>>, tensor<128x64xi32>
  %kr = tk.expand_dims %r64, 1 : tensor<64xi32> to tensor<64x1xi32>
  %sbks = tk.splat %sbk : i32 to tensor<64x1xi32>
  %kro = arith.muli %kr, %sbks : tensor<64x1xi32>
  %ne = tk.expand_dims %on, 0 : tensor<128xi32> to tensor<1x128xi32>
  %krb = tk.broadcast %kro : tensor<64x1xi32> to tensor<64x128xi32>
  %neb = tk.broadcast %ne : tensor<1x128xi32> to tensor<64x128xi32>
  %bo = arith.addi %krb, %neb : tensor<64x128xi32>
  %bs = tk.splat %b : !tk.ptr<f16> to tensor<64x128x!tk.ptr<f16>>
  %bp = tk.addptr %bs, %bo : tensor<64x128x!tk.ptr<f16>>, tensor<64x128xi32>
  %K63 = arith.addi %K, %c63 : i32
  %nk = arith.divsi %K63, %c64 : i32
  %astep = arith.constant dense<64> : tensor<128x64xi32>
  %bst = arith.muli %sbk, %c64 : i32
  %bstep = tk.splat %bst : i32 to tensor<64x128xi32>
  %res:3 = scf.for %k = %c0 to %nk step %c1 iter_args(%acc = %zero, %pa = %ap, %pb = %bp) -> (tensor<128x128xf32>, tensor<128x64x!tk.ptr<f16>>, tensor<64x128x!tk.ptr<f16>>) : i32 {
    %k64 = arith.muli %k, %c64 : i32
    %left = arith.subi %K, %k64 : i32
    %lefta = tk.splat %left : i32 to tensor<1x64xi32>
    %ma0 = arith.cmpi slt, %ke, %lefta : tensor<1x64xi32>
    %ma = tk.broadcast %ma0 : tensor<1x64xi1> to tensor<128x64xi1>
    %va = tk.load %pa mask %ma other %z16a : tensor<128x64x!tk.ptr<f16>>
    %leftb = tk.splat %left : i32 to tensor<64x1xi32>
    %mb0 = arith.cmpi slt, %kr, %leftb : tensor<64x1xi32>
    %mb = tk.broadcast %mb0 : tensor<64x1xi1> to tensor<64x128xi1>
    %vb = tk.load %pb mask %mb other %z16b : tensor<64x128x!tk.ptr<f16>>
    %d = tk.dot %va, %vb, %acc : tensor<128x64xf16>, tensor<64x128xf16> to tensor<128x128xf32>
    %pa2 = tk.addptr %pa, %astep : tensor<128x64x!tk.ptr<f16>>, tensor<128x64xi32>
    %pb2 = tk.addptr %pb, %bstep : tensor<64x128x!tk.ptr<f16>>, tensor<64x128xi32>
    scf.yield %d, %pa2, %pb2 : tensor<128x128xf32>, tensor<128x64x!tk.ptr<f16>>, tensor<64x128x!tk.ptr<f16>>
  }
  %r16 = arith.truncf %res#0 : tensor<128x128xf32> to tensor<128x128xf16>
  %cme = tk.expand_dims %om0, 1 : tensor<128xi32> to tensor<128x1xi32>
  %scms = tk.splat %scm : i32 to tensor<128x1xi32>
  %cmo = arith.muli %cme, %scms : tensor<128x1xi32>
  %cne = tk.expand_dims %on0, 0 : tensor<128xi32> to tensor<1x128xi32>
  %cmb = tk.broadcast %cmo : tensor<128x1xi32> to tensor<128x128xi32>
  %cnb = tk.broadcast %cne : tensor<1x128xi32> to tensor<128x128xi32>
  %co = arith.addi %cmb, %cnb : tensor<128x128xi32>
  %cs = tk.splat %c : !tk.ptr<f16> to tensor<128x128x!tk.ptr<f16>>
  %cp = tk.addptr %cs, %co : tensor<128x128x!tk.ptr<f16>>, tensor<128x128xi32>
  %Me = tk.splat %M : i32 to tensor<128x1xi32>
  %mm = arith.cmpi slt, %cme, %Me : tensor<128x1xi32>
  %Ne = tk.splat %N : i32 to tensor<1x128xi32>
  %mn = arith.cmpi slt, %cne, %Ne : tensor<1x128xi32>
  %mmb = tk.broadcast %mm : tensor<128x1xi1> to tensor<128x128xi1>
  %mnb = tk.broadcast %mn : tensor<1x128xi1> to tensor<128x128xi1>
  %mask = arith.andi %mmb, %mnb : tensor<128x128xi1>
  tk.store %cp, %r16 mask %mask : tensor<128x128x!tk.ptr<f16>>
  return
}
