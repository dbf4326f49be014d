/** Operator precedence, lowest first; comparisons do not associate, the others are left-associative. */
export const OR = 1;
export const AND = 2;
export const NOT = 3;
export const COMPARISON = 4;
export const UNARY = 12;
/** Subscripts, fields and calls. */
export const POSTFIX = 13;

/** The precedence of the associative binary operators. */
export const POWERS: Readonly<Record<string, number | undefined>> = Object.assign(
  Object.create(null),
  {
    OR,
    AND,
    '|': 5,
    '^': 6,
    '&': 7,
    '<<': 8,
    '>>': 8,
    '+': 9,
    '-': 9,
    '||': 10,
    '*': 11,
    '/': 11,
  },
);
