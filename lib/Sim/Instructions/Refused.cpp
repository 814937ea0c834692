// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that PTX has and the simulator does not run, each with the reason.
#include "tkc/Sim/Instructions/Families.h"

namespace tkc::sim {

template <const char *reason>
static void refuse(DecodeContext &context, Instruction &) {
  context.error("`" + context.spelling() + "` is not simulated: " + reason);
}

static constexpr char multicast[] = "it needs a multicast object, which only several GPUs together have";
static constexpr char texture[] = "textures and surfaces are objects of the driver, which the simulator does not make";
static constexpr char blackwell[] = "it belongs to sm_100 and later, whose tensor memory is not simulated";
static constexpr char bulkStore[] = "it belongs to sm_100 and later";

void registerRefused(FamilyTable &families) {
  families.add({{"multimem", refuse<multicast>},
                {"tex", refuse<texture>},
                {"tld4", refuse<texture>},
                {"txq", refuse<texture>},
                {"suld", refuse<texture>},
                {"sust", refuse<texture>},
                {"sured", refuse<texture>},
                {"suq", refuse<texture>},
                {"istypep", refuse<texture>},
                {"tcgen05", refuse<blackwell>},
                {"clusterlaunchcontrol", refuse<bulkStore>},
                {"st.bulk", refuse<bulkStore>}});
}

} // namespace tkc::sim
