/** Part of every cache key; increment when the compiler's output for an unchanged text may return different rows. */
export const COMPILER_VERSION = 5;
