import type { OutputColumn, Row } from '../../googlesql/index.ts';
import type { RedactionProfile } from '../detectors.ts';
import { rowRedaction } from './row-redaction.ts';
import { StringRedaction } from './string-redaction.ts';

/** A row that another thread redacts. */
export interface LongRow {
  readonly profile: RedactionProfile;
  readonly columns: readonly OutputColumn[];
  readonly row: Row;
}

const redactions = new Map<RedactionProfile, StringRedaction>();

/** Redacts one row; the work of a thread of its own. */
export function redactLongRow({ profile, columns, row }: LongRow): Row {
  const strings = redactions.get(profile) ?? new StringRedaction(profile);
  redactions.set(profile, strings);
  return rowRedaction(columns, strings)?.(row) ?? row;
}
