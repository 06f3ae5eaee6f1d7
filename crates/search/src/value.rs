//! The values that a hash table can store.

/// A value that a hash table stores for a position, in at most [`Value::BITS`] bits.
///
/// ```
/// use search::{HashTable, Value};
///
/// /// The number of points that are left.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Left(u8);
///
/// impl Value for Left {
///     fn pack(self) -> u128 {
///         u128::from(self.0)
///     }
///     fn unpack(packed: u128) -> Left {
///         Left(packed as u8)
///     }
/// }
///
/// let mut table = HashTable::<Left>::new(1 << 10);
/// table.put(77, Left(5), 1);
/// assert_eq!(table.get(77), Some(Left(5)));
/// ```
pub trait Value: Copy {
    /// The value as a number below 2 to the power of [`Value::BITS`].
    fn pack(self) -> u128;

    /// The value from which [`Value::pack`] made this number.
    fn unpack(packed: u128) -> Self;

    /// The number of bits that a value may take.
    const BITS: u32 = 72;
}
