//! Values that a hash table can store.

/// A table's entry for a position, in at most [`Value::BITS`] bits.
pub trait Value: Copy {
    /// The value as a number below 2 to the power of [`Value::BITS`].
    fn pack(self) -> u128;

    /// The value of such a number.
    fn unpack(packed: u128) -> Self;

    /// Bits that a value may take.
    const BITS: u32 = 72;
}
