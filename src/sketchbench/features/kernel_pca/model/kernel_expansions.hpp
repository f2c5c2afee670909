#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

#include <sketchbench/core/owned_rows.hpp>
#include <sketchbench/features/map_parts.hpp>
#include <sketchbench/kernels/kernel.hpp>
#include <sketchbench/numerics/panel_matrix.hpp>

namespace sketchbench {

/// l kernel expansions over the same m rows, f_k(x) = sum over i of c_ik kappa(x_i, x) - o_k, for a kernel of
/// any family. Rows whose coefficients are all 0 are left out. O(m (d + l)) a row.
///
/// Kernel values are in single precision: of a family that is made of inner products from those of
/// rows_per_tile rows of the expansion with a block of rows x, of another a value at a time. The products of
/// a tile's values with their coefficients are summed up in single precision, tiles in double precision. A
/// row's values have the same bits whether it is sparse or dense, and whatever it is evaluated beside.
///
/// Kernel centring (Schölkopf, Smola & Müller 1998, appendix A) of rows x_i and of x needs nothing but the
/// offsets where sum over i of c_ik is 0: what it subtracts from kappa(x_i, x) is the mean of row i of the
/// kernel matrix, which makes o_k = sum over i of c_ik (mean of row i), and what is the same for all i.
class KernelExpansions {
 public:
  /// rows: m x d, copied. coefficients: m x l. offsets: o, l of them; none for 0. Throws InputError where the
  /// numbers of rows, of coefficients and of offsets do not fit each other.
  KernelExpansions(const Kernel& kernel, const Rows& rows, const Eigen::MatrixXf& coefficients,
                   const Eigen::VectorXd& offsets = {});
  /// From the parts of l expansions on d columns: "rows", "coefficients", m x l, row by row, and "offsets".
  /// InputError for other parts.
  static KernelExpansions restored(const Kernel& kernel, Index d, Index l, const MapPartsReader& parts);
  MapParts parts() const;

  Index d_in() const { return d_in_; }
  Index count() const { return count_; }  ///< l
  /// Rows that are not left out.
  Index rows() const { return rows_.view().size(); }

  /// z(i, k) = f_k(x_i). x: n x d; z: n x l, the caller's memory. Throws InputError for other shapes.
  void evaluate(const Rows& x, MatrixRef z, int threads = 1) const;

  /// What a thread evaluates with.
  class Workspace {
   public:
    explicit Workspace(const KernelExpansions& expansions);

   private:
    friend class KernelExpansions;
    std::optional<PanelMatrix<float>> x;  ///< a block's rows, all 0 between blocks
    std::vector<float> norms;             ///< |x|^2 of a block's rows
    std::vector<float> tile;              ///< values, row of the expansion by row of the expansion
    std::vector<float> values;            ///< values, row of the block by row of the block
    std::vector<float> products;
    std::vector<double> sums;
  };
  /// evaluate() for at most rows_per_block rows, of the right shapes, on the caller's thread. Allocates
  /// nothing.
  void evaluate_block(const Rows& x, MatrixRef z, Workspace& workspace) const;

  std::size_t memory_bytes() const;
  static double memory(Index d, Index m, Index l);
  /// Bytes of a thread's Workspace.
  static double workspace(const Kernel& kernel, Index d, Index l);
  /// About how many seconds a row with so many non-zeros takes on one core.
  static double seconds_of_row(const Kernel& kernel, double nonzeros, Index m, Index l);
  /// The part of it that the kernel values take, m of them.
  static double seconds_of_values(const Kernel& kernel, double nonzeros, Index m);

  static constexpr Index rows_per_block = 48;
  static constexpr Index rows_per_tile = 256;

 private:
  KernelExpansions(const Kernel& kernel, const Rows& rows, const Eigen::MatrixXf& coefficients,
                   const Eigen::VectorXd& offsets, const std::vector<Index>& kept);
  void make_values(const Rows& rows, Index first, const Rows& x, Workspace& workspace) const;

  Kernel kernel_;
  Index d_in_, count_;
  OwnedRows rows_;
  std::vector<float> norms_;                      ///< |x_i|^2, for a kernel that is made of products
  std::vector<PanelMatrix<float>> coefficients_;  ///< of each tile, l vectors
  Eigen::VectorXd offsets_;
};

}  // namespace sketchbench
