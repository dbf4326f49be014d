import type { OutputColumn, Row } from '../../googlesql/index.ts';
import { membersRedaction } from './column-redaction.ts';
import type { StringRedaction } from './string-redaction.ts';

/** The redaction of rows with these columns; undefined if none of them holds text. */
export function rowRedaction(
  columns: readonly OutputColumn[],
  strings: StringRedaction,
): ((row: Row) => Row) | undefined {
  return membersRedaction(columns, strings);
}
