/** A place in SQL, from 1 on. */
export interface SqlPlace {
  readonly line: number;
  readonly column: number;
}

/** The place that an error of the service names at its end: `… [at 2:1]`. */
export function placeIn(message: string): SqlPlace | undefined {
  const [, line, column] = /\[at (\d+):(\d+)\]/.exec(message) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
