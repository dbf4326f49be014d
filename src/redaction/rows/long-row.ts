import type { OutputColumn, Row } from '#googlesql';
import type { RedactionProfile } from '../detectors.ts';
import { membersRedaction } from './column-redaction.ts';
import { StringRedaction } from './string-redaction.ts';

/** A row to be redacted on the worker thread. */
export interface LongRow {
  readonly profile: RedactionProfile;
  readonly columns: readonly OutputColumn[];
  readonly row: Row;
}

const redactions = new Map<RedactionProfile, StringRedaction>();

/** Redacts one row; runs on the worker thread. */
export function redactLongRow({ profile, columns, row }: LongRow): Row {
  const strings = redactions.get(profile) ?? new StringRedaction(profile);
  redactions.set(profile, strings);
  return membersRedaction(columns, strings)?.(row) ?? row;
}
