module attributes {tk.num_ctas = 1 : i32, tk.num_stages = 3 : i32, tk.num_warps = 4 : i32} {
  func.func @show0(%arg0: !tk.ptr<f32>) attributes {tk.kernel} {
    return
  }
}
