/** Part of every cache key: raised when the compiler's output for an unchanged text may give other rows. */
export const COMPILER_VERSION = 2;
