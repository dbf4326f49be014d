import type { Cursor } from '../lexer/cursor.ts';

/** Refuses hints: they affect how a query runs, not its result, and none is supported. */
export function refuseHint(cursor: Cursor): void {
  const isHint = cursor.is('@{') || (cursor.is('@') && cursor.ahead(1).kind === 'integer');
  if (isHint) cursor.refuse('Hints are not supported');
}
