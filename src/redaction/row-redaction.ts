import type { OutputColumn } from '../engines/engine.ts';
import type { Row } from '../googlesql/value.ts';
import { columnRedaction } from './column-redaction.ts';
import type { StringRedaction } from './string-redaction.ts';

/** What redacts the rows of these columns; undefined where none of them holds text. */
export function rowRedaction(
  columns: readonly OutputColumn[],
  strings: StringRedaction,
): ((row: Row) => Row) | undefined {
  const redactions = columns.map(({ type, name }) => columnRedaction(type, name, strings));
  if (redactions.every((redact) => redact === undefined)) return undefined;
  return (row) => row.map((value, i) => redactions[i]?.(value) ?? value);
}
