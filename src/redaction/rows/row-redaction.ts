import type { OutputColumn, Row } from '../../googlesql/index.ts';
import { membersRedaction } from './column-redaction.ts';
import type { StringRedaction } from './string-redaction.ts';

/** What redacts the rows of these columns; undefined where none of them holds text. */
export function rowRedaction(
  columns: readonly OutputColumn[],
  strings: StringRedaction,
): ((row: Row) => Row) | undefined {
  return membersRedaction(columns, strings);
}
