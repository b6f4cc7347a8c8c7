//! delimit
