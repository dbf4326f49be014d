/** UTF-16 codes of single characters. */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const BLANK = 32;
export const QUOTE = 34;
export const PERCENT = 37;
export const APOSTROPHE = 39;
export const COMMA = 44;
export const HYPHEN = 45;
export const DOT = 46;
export const SLASH = 47;
export const DIGIT_0 = 48;
export const DIGIT_2 = 50;
export const DIGIT_3 = 51;
export const DIGIT_5 = 53;
export const DIGIT_7 = 55;
export const COLON = 58;
export const EQUALS = 61;
export const BACKSLASH = 92;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const LOWER_A = 97;
export const LOWER_E = 101;
export const LOWER_M = 109;
export const LOWER_U = 117;
