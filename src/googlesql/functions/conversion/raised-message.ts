import { dataExcerpt } from '../../data-messages.ts';
import { numericText } from '../math/decimal-text.ts';

/** RE2's errors for invalid patterns, which DuckDB passes on without context. */
const RE2_ERROR =
  /^Invalid Input Error: ((?:missing |unexpected |invalid |trailing |no argument |bad |unknown |pattern too large)[\s\S]*?)(?:\n\nLINE \d+:[\s\S]*)?$/;

const EXTRACT_ERROR = /^Invalid Input Error: Pattern failed to parse, error: '([\s\S]*)'$/;

const ZONE_ERROR = /^Not implemented Error: Unknown TimeZone '([\s\S]*?)'!/;

/**
 * A message of `gsql_error`, which a failing cast quotes, or of a function of the engine's. DuckDB quotes the statement
 * behind it, which may have the end of a message in it.
 */
const RAISED =
  /Could not convert string 'GoogleSQL: ([\s\S]*?)' to INT64[^\n]*(?:\n\nLINE \d+:[\s\S]*)?$|^(?:Invalid Input Error: )?GoogleSQL: ([\s\S]*)$/;

/** GoogleSQL's message for a DuckDB error: a raised one, an invalid pattern or an invalid time zone. It may repeat values. */
export function raisedMessage(errorText: string): string | undefined {
  const message = messageIn(errorText);
  return message === undefined ? undefined : dataExcerpt(message);
}

function messageIn(errorText: string): string | undefined {
  const raised = RAISED.exec(errorText);
  if (raised) return raised[1] ?? raised[2];
  const zone = ZONE_ERROR.exec(errorText)?.[1];
  if (zone !== undefined)
    return zone === '' ? 'Invalid empty time zone' : `Invalid time zone: ${zone}`;
  const fault = RE2_ERROR.exec(errorText)?.[1] ?? EXTRACT_ERROR.exec(errorText)?.[1];
  return fault === undefined
    ? nativeErrorMessage(errorText)
    : `Cannot parse regular expression: ${fault}`;
}

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
    [
      /^Out of Range Error: STDDEV_POP for [XY] is out of range!/,
      () => 'CORR of values whose squares are out of range is not supported',
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
function nativeErrorMessage(errorText: string): string | undefined {
  for (const [pattern, message] of NATIVE_ERRORS) {
    const match = pattern.exec(errorText);
    if (match) return message(match);
  }
  return undefined;
}
