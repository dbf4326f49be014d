/** Unicode white space as in the reference: without the Ogham space mark and zero-width characters. */
export const WHITESPACE = /[ \n\r\t\b\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000]*/y;
export const LINE_COMMENT = /(?:--|#)[^\r\n]*(?:\r\n|\r|\n)?/y;
export const BLOCK_COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//y;
