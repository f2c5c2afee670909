#include "papers/nips01/paper.hpp"

#include "papers/nips01/claim_measures.hpp"

namespace sketchbench::nips01 {

Paper paper() {
  return {.name = "nips01",
          .title = "the kernel sampling paper",
          .citation = "Achlioptas, McSherry and Schölkopf, Sampling Techniques for Kernel Methods, NIPS 2001",
          .alias = "kpca",
          .figures = {"kpca_theorems", "kpca_space", "kpca_accuracy", "kpca_polynomial", "kpca_sketches"},
          .claim_measures = claim_measures()};
}

}  // namespace sketchbench::nips01
