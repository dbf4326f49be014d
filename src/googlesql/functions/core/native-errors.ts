import { numericText } from '../math/decimal-text.ts';

/** What DuckDB's own data errors are called in GoogleSQL. */
const NATIVE_ERRORS: readonly (readonly [pattern: RegExp, message: (match: string[]) => string])[] =
  [
    [
      /Overflow in (addition|subtraction|multiplication) of INT64 \((-?\d+) . (-?\d+)\)!/,
      ([, operation = '', a, b]) => `int64 overflow: ${a} ${SYMBOLS[operation]} ${b}`,
    ],
    [/Overflow in negation of numeric value!/, () => 'int64 overflow: --9223372036854775808'],
    [
      /Overflow in (addition|subtract) of DECIMAL\(38\) \((-?\d+) . (-?\d+)\)/,
      ([, operation = '', a = '', b = '']) =>
        `numeric overflow: ${numericText(BigInt(a))} ${SYMBOLS[operation]} ${numericText(BigInt(b))}`,
    ],
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

/** The message that GoogleSQL has for a data error of DuckDB's own operators; undefined for any other error. */
export function nativeErrorMessage(errorText: string): string | undefined {
  for (const [pattern, message] of NATIVE_ERRORS) {
    const match = pattern.exec(errorText);
    if (match) return message(match);
  }
  return undefined;
}
