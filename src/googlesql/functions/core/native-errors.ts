import { numericText } from '../math/decimal-text.ts';

/** DuckDB's own data errors and their GoogleSQL messages. */
const NATIVE_ERRORS: readonly (readonly [pattern: RegExp, message: (match: string[]) => string])[] =
  [
    [
      /Overflow in (addition|subtraction|multiplication) of INT64 \((-?\d+) . (-?\d+)\)!/,
      ([, operation = '', a, b]) => `int64 overflow: ${a} ${SYMBOLS[operation]} ${b}`,
    ],
    [
      /Overflow in (?:negation of numeric value!|division of -9223372036854775808)/,
      () => 'int64 overflow: --9223372036854775808',
    ],
    [
      /Overflow in (addition|subtract) of DECIMAL\(38\) \((-?\d+) . (-?\d+)\)/,
      ([, operation = '', a = '', b = '']) =>
        `numeric overflow: ${numericText(BigInt(a))} ${SYMBOLS[operation]} ${numericText(BigInt(b))}`,
    ],
    [/Overflow in HUGEINT addition/, () => 'numeric overflow: SUM'],
    [
      /More than one row returned by a subquery used as an expression/,
      () => 'More than one element',
    ],
  ];

const SYMBOLS: Readonly<Record<string, string>> = {
  addition: '+',
  subtraction: '-',
  subtract: '-',
  multiplication: '*',
};

/** GoogleSQL's message for a data error of DuckDB's own operators; undefined for other errors. */
export function nativeErrorMessage(errorText: string): string | undefined {
  for (const [pattern, message] of NATIVE_ERRORS) {
    const match = pattern.exec(errorText);
    if (match) return message(match);
  }
  return undefined;
}
