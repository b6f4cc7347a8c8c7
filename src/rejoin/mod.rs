//! rejoin
