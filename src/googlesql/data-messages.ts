import { excerpt } from './excerpt.ts';

/** The beginnings of GoogleSQL's messages about data; the rest contains values from the evaluated rows. */
const MESSAGE_STARTS: readonly RegExp[] = [
  /^division by zero: /,
  /^(?:int64|uint64|double|float|numeric|bignumeric|date|timestamp|interval) overflow\b/i,
  /^(?:NUMERIC|BIGNUMERIC|FLOAT64|INT64) overflow\b/,
  /^Bad (?:bool|int64|int32|double|float|numeric|bignumeric|bytes) value: /,
  /^(?:Array index|ARRAY index|Index) -?\d+ is out of bounds\b/i,
  /^(?:Scalar subquery produced more than one element|More than one element)\b/,
  /^Array cannot have a null element\b/,
  /^Cannot parse regular expression: /,
  /^Invalid (?:empty )?time zone\b/,
  /^Invalid (?:timestamp|date|datetime|time|interval|NUMERIC|BIGNUMERIC|codepoint|input|cast|format)\b/i,
  /^Could not (?:cast|convert|parse)\b/,
  /^Failed to parse\b/,
  /^Error parsing\b/,
  /^Floating point error in function: /,
  /^Illegal (?:conversion|argument|non-space)\b/,
  /^(?:Entire timestamp string has been parsed|The parsing result is out of valid time range)\b/,
  /^Precision value is too big/,
  /^(?:Format element|The format (?:element|string)) /,
  /^(?:First|Second|Third|Fourth) argument\b/i,
  /^Argument to [A-Z_]+ /,
  /^(?:Position|Occurrence) must be\b/,
  /^Offset|^Length must be\b/,
  /^The provided JSON\b/,
  /^LIKE pattern ends with a backslash\b/,
  /^(?:Adding|Subtracting) -?\d+ /,
  /^(?:TIMESTAMP|DATETIME|DATE|TIME)_(?:ADD|SUB|DIFF|TRUNC)\b/,
  /^Converting timestamp interval\b/,
  /^(?:Cannot convert|Cannot return|Cannot compute|Cannot execute)\b/,
  /^DATE_FROM_UNIX_DATE range is\b/,
  /^Input value -?\d+ cannot be converted into a TIMESTAMP\b/,
  /^(?:GENERATE_(?:DATE_|TIMESTAMP_)?ARRAY|Sequence step)\b/i,
  /^Cannot generate arrays\b/,
  /^(?:Bitwise|Bit) shift\b|^Bitwise binary operator\b/i,
  /^Duplicate character "/,
  /^A string is not valid UTF-8\b/,
  /^ARRAY_(?:FIRST|LAST) cannot\b/,
  /^E(?:lements in input array to|DIT_DISTANCE is not supported for)\b/,
  /^Failed to decode\b/,
  /^Floating point overflow in function: /,
  /^Interval (?:division|field)\b/,
  /^Invalid (?:ASCII value|REGEXP_REPLACE pattern|result from|return_position)/,
  /^(?:LN|LOG|LOG10|SQRT) is undefined for\b/,
  /^Last day of date\b/,
  /^LIKE with several wildcards\b/,
  /^Negative (?:BIG)?NUMERIC value cannot\b/,
  /^NET\.[A-Z0-9_]+\(\) /,
  /^Out(?:put of [A-Z_/]+ exceeds|-of-range datetime field)\b/,
  /^(?:Range start element|Provided RANGE inputs|input RANGE|step (?:with|should|cannot))\b/,
  /^Regular expression is too large\b/,
  /^Sequence start, end, and step\b/,
  /^T(?:IMESTAMP \+\/- INTERVAL|imezone is not allowed)\b/,
  /^The (?:first|second) argument of\b/,
  /^(?:The boundary|Window frame) offset\b/,
  /^Truncating (?:date )?\d/,
  /^(?:(?:BIG)?NUMERIC|STRING|BYTES)\([\d, ]+\) has (?:precision|maximum length)\b/,
  /^Value (?:is )?out of range\b/i,
  /^Out of range\b/i,
];

/**
 * Whether a text is one of GoogleSQL's messages about data. An allow-list: any other engine message may be about the
 * engine itself, or about rows outside the statement's scope.
 */
export function isDataMessage(text: string): boolean {
  return MESSAGE_STARTS.some((beginning) => beginning.test(text));
}

const NULL_ELEMENT = 'Array cannot have a null element';

/** GoogleSQL's message for a NULL in an array of a result, by the names of its column and of the fields in it. */
export function nullElementMessage(path: readonly string[]): string {
  const fields = path.map((_, i) => excerpt(path.slice(0, path.length - i).join('.')));
  return [NULL_ELEMENT, ...fields].join('; error in writing field ');
}

/** The four moments of two ranges, and the words around them. */
const RANGE_LETTERS = 300;

/** What BigQuery's message for a NULL in an array does not say. */
const NULL_ELEMENT_ADVICE =
  ': a NULL element of an array is not supported in a result; leave it out with IGNORE NULLS or WHERE ... IS NOT NULL';

/**
 * A message about data as callers read it: cut as excerpts are, as most of it may be one value, and for a NULL in an
 * array with what to do.
 */
export function dataExcerpt(message: string): string {
  if (message.startsWith(NULL_ELEMENT)) return `${excerpt(message)}${NULL_ELEMENT_ADVICE}`;
  const isOfRanges = message.startsWith('Provided RANGE inputs: ');
  return isOfRanges ? excerpt(message, RANGE_LETTERS) : excerpt(message);
}

/** Replaces errors about data whose message is not known. */
export const UNKNOWN_DATA_ERROR = 'The query cannot be run on these data';
