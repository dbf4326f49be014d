import type { OutputColumn, Row, Type, Value } from '#googlesql';
import type { Redactor } from '../../redaction/redactor.ts';
import { REDACTED } from '../../redaction/text/scan.ts';

/** Shorter values are hidden where they are a whole text, and not inside of others, which may have them by chance. */
const MIN_PART_LENGTH = 6;

/** Rows of tables, to be hidden together. */
export interface RowsToHide {
  readonly columns: readonly OutputColumn[];
  readonly rows: readonly Row[];
}

/** Hides personal data, with one placeholder for each value wherever it is. */
export class Placeholders {
  readonly #redactor: Redactor;
  readonly #names = new Map<string, string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** How many values are hidden. */
  get count(): number {
    return this.#names.size;
  }

  /** Finds the personal data in rows, which `hide` then replaces. */
  async find({ columns, rows }: RowsToHide): Promise<void> {
    const redacted = await this.#redactor.rows(rows, columns);
    for (const [i, row] of rows.entries()) this.#note(row, redacted[i] ?? row);
  }

  /** Finds the personal data in a text. */
  findIn(text: string): void {
    this.#noteText(text, this.#redactor.text(text));
  }

  /** The rows with placeholders for all values that were found anywhere. */
  hide({ columns, rows }: RowsToHide): readonly Row[] {
    return rows.map((row) => row.map((value, i) => this.#hidden(value, columns[i]?.type)));
  }

  /** The same of a text. */
  hideIn(text: string): string {
    const whole = this.#names.get(text);
    if (whole !== undefined) return whole;
    const parts = [...this.#names.keys()].filter(({ length }) => length >= MIN_PART_LENGTH);
    // The longest first: one value may be a part of another.
    return parts
      .sort((one, other) => other.length - one.length)
      .reduce((left, part) => left.replaceAll(part, this.#names.get(part) ?? REDACTED), text);
  }

  #hidden(value: Value, type: Type | undefined): Value {
    if (type?.kind === 'ARRAY') {
      return Array.isArray(value)
        ? value.map((item: Value) => this.#hidden(item, type.element))
        : value;
    }
    if (type?.kind === 'STRUCT') {
      return Array.isArray(value)
        ? value.map((item: Value, i) => this.#hidden(item, type.fields[i]?.type))
        : value;
    }
    const isText = type?.kind === 'STRING' || type?.kind === 'JSON';
    return isText && typeof value === 'string' ? this.hideIn(value) : value;
  }

  #note(value: Value, redacted: Value): void {
    if (Array.isArray(value)) {
      const others = redacted as readonly Value[]; // Redaction keeps the shape of values.
      for (const [i, item] of value.entries()) this.#note(item as Value, others[i] ?? null);
    } else if (typeof value === 'string' && typeof redacted === 'string') {
      this.#noteText(value, redacted);
    }
  }

  /** Notes what stands in a text where the redacted one has its mark. */
  #noteText(text: string, redacted: string): void {
    if (text === redacted) return;
    const pieces = redacted.split(REDACTED).map((piece) => RegExp.escape(piece));
    const found = new RegExp(`^${pieces.join('(.+?)')}$`, 's').exec(text);
    for (const value of found?.slice(1) ?? [text]) {
      if (value === REDACTED || this.#names.has(value)) continue;
      this.#names.set(value, `${REDACTED}_${this.#names.size + 1}`);
    }
  }
}
