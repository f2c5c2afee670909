#pragma once
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

// Eigen's eigenvalues of symmetric matrices and singular values in double precision, instantiated once
// (decompositions.cpp): it takes a compiler a quarter of a minute in each file that uses them.

extern template class Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;
extern template Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>& Eigen::SelfAdjointEigenSolver<
    Eigen::MatrixXd>::compute<Eigen::MatrixXd>(const Eigen::EigenBase<Eigen::MatrixXd>& matrix, int options);
extern template class Eigen::BDCSVD<Eigen::MatrixXd>;
