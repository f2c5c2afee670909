#pragma once
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

// Eigen's decompositions of matrices in double precision, instantiated once (decompositions.cpp): a compiler
// takes half a minute for a singular value decomposition in each file that uses one.

extern template class Eigen::BDCSVD<Eigen::MatrixXd>;
extern template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
extern template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& Eigen::SelfAdjointEigenSolver<
    Eigen::MatrixXd>::compute<Eigen::MatrixXd>(const Eigen::EigenBase<Eigen::MatrixXd>& matrix, int options);
