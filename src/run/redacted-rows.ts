import type { Memo } from '../cache/memo.ts';
import type { OutputColumn } from '../engines/engine.ts';
import { rowsBytes } from '../engines/row-bytes.ts';
import type { Row } from '../googlesql/value.ts';
import type { Redactor } from '../redaction/redactor.ts';

type Rows = readonly Row[];

/** Rows as requests with redaction see them: redacted once for all who wait, and once for each entry of the cache. */
export class RedactedRows {
  readonly #redactor: Redactor;
  readonly #running = new WeakMap<Rows, Promise<Rows>>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Those that were redacted before for the entry of this memo. */
  known(memo: Memo | undefined): Rows | undefined {
    return memo?.get<Rows>('redacted rows');
  }

  /** Redacts rows, and keeps them where there is a memo. */
  async redact(
    rows: Rows,
    columns: readonly OutputColumn[],
    memo: Memo | undefined,
  ): Promise<Rows> {
    const known = this.known(memo);
    if (known) return known;
    const running = this.#running.get(rows) ?? this.#redactor.rows(rows, columns);
    this.#running.set(rows, running);
    const redacted = await running;
    memo?.set('redacted rows', redacted, rowsBytes(redacted));
    return redacted;
  }
}
