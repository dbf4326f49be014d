/** What is wrong with a value of a data file: for the operator's log, as it has the value in it. */
export interface DataFault {
  /** The path of the column: `a.b`; empty for a row. */
  readonly column: string;
  readonly problem: string;
  /** At most 100 letters of the value; null if there is none. */
  readonly value: string | null;
}

const RAISED = /Could not convert string 'fieldstone-data:(\{[\s\S]*\})' to INT64/;

/** The fault in the message of a DuckDB error that reading of a file has raised; undefined for other errors. */
export function parseDataFault(message: string): DataFault | undefined {
  const text = RAISED.exec(message)?.[1];
  return text === undefined ? undefined : JSON.parse(text);
}
