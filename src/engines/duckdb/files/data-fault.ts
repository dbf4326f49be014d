/** What is wrong with a value of a data file: for the operator's log, as it has the value in it. */
export interface DataFault {
  /** The path of the column: `a.b`; empty for a row. */
  readonly column: string;
  readonly problem: string;
  /** At most 100 letters of the value; null if there is none. */
  readonly value: string | null;
}

/** At the beginning and in one line: values and statements that DuckDB quotes in other messages may look the same. */
const RAISED =
  /^Conversion Error: Could not convert string 'fieldstone-data:(\{[^\n]*\})' to INT64(?:\n|$)/;

/** The fault in the message of a DuckDB error that reading of a file has raised; undefined for other errors. */
export function parseDataFault(message: string): DataFault | undefined {
  const text = RAISED.exec(message)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}

const CSV_ERROR = /^Invalid Input Error: (CSV Error on Line: \d+)\nOriginal Line:[^\n]*\n([^\n]+)/;

/** What a DuckDB error about a file says, as one line without the file's text. */
export function problemIn(message: string): string {
  const [, place, problem] = CSV_ERROR.exec(message) ?? [];
  if (problem !== undefined) return `${place}: ${problem}`;
  const [first = ''] = message.split('\n');
  return first;
}
