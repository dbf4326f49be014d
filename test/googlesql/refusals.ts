/** Goldens that the reference answers and the compiler refuses on purpose, each with the compiler's message. */
export const REFUSALS: Readonly<Record<string, string>> = {};
