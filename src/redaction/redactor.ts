import type { OutputColumn } from '../engines/engine.ts';
import type { Row } from '../googlesql/value.ts';
import {
  columnRedaction,
  type RedactNamed,
  type RedactValue,
  redactAnyValue,
} from './column-redaction.ts';
import { hideCutValues } from './cut-value.ts';
import { type RedactionProfile, textScanner } from './detectors.ts';
import { mayBeJson, redactJson } from './json-text.ts';
import { REDACTED } from './scan.ts';
import { isSecretName } from './secret-name.ts';

/** Hides addresses, credentials and other personal data; a second pass over its answer changes nothing. */
export interface Redactor {
  /** A text with what is personal in it replaced by `REDACTED`; JSON stays JSON with the same keys and numbers. */
  text(text: string): string;
  /** An error's message, where a value may be shown only in part. */
  message(text: string): string;
  /** The rows with every string in them redacted, at any depth; numbers, types and shapes stay as they are. */
  rows(rows: readonly Row[], columns?: readonly OutputColumn[]): readonly Row[];
}

/** JSON in strings of JSON is read to this depth; each level doubles its backslashes. */
const DEEPEST = 16;

/** A redactor for one of the profiles; it can be shared. */
export function createRedactor(profile: RedactionProfile): Redactor {
  const strings = new StringRedaction(profile);
  const redact: RedactNamed = (text, name) => strings.redact(text, name, 0);
  const redactJsonValue: RedactNamed = (text, name) =>
    strings.redactJson(text, name, 0) ?? redact(text, name);
  return {
    text: (text) => redact(text, ''),
    message: (text) => redact(hideCutValues(text), ''),
    rows: (rows, columns) =>
      columns
        ? redactColumns(
            rows,
            columns.map(({ type, name }) =>
              columnRedaction(type, name, { redact, redactJsonValue }),
            ),
          )
        : rows.map((row) => row.map((value) => redactAnyValue(value, redact))),
  };
}

class StringRedaction {
  readonly #scan: (text: string, before: string) => string;

  constructor(profile: RedactionProfile) {
    this.#scan = textScanner(profile);
  }

  redact(text: string, name: string, depth: number): string {
    if (name !== '' && text !== '' && isSecretName(name)) return REDACTED;
    const json = mayBeJson(text) ? this.redactJson(text, name, depth) : undefined;
    return json ?? this.#scan(text, name === '' ? '' : `${name}": "`);
  }

  /** Undefined where the text is no JSON. */
  redactJson(text: string, name: string, depth: number): string | undefined {
    if (depth >= DEEPEST) return undefined;
    return redactJson(text, (content, key) => this.redact(content, key, depth + 1), name);
  }
}

function redactColumns(
  rows: readonly Row[],
  columns: readonly (RedactValue | undefined)[],
): readonly Row[] {
  if (columns.every((column) => column === undefined)) return rows;
  return rows.map((row) => row.map((value, i) => columns[i]?.(value) ?? value));
}
