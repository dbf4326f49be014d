import type { Memo } from '../cache/memo.ts';
import type { OutputColumn } from '../engines/engine.ts';
import { rowsBytes } from '../engines/row-bytes.ts';
import type { Row } from '../googlesql/value.ts';
import { InFlight } from '../in-flight.ts';
import type { Redactor } from '../redaction/redactor.ts';

type Rows = readonly Row[];

/** Rows as requests with redaction see them: redacted once for all who wait, and once for each entry of the cache. */
export class RedactedRows {
  readonly #redactor: Redactor;
  readonly #running = new InFlight<Rows, Rows>();

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
    const redactNew = async () => {
      const redacted = await this.#redactor.rows(rows, columns);
      memo?.set('redacted rows', redacted, rowsBytes(redacted));
      return redacted;
    };
    return this.known(memo) ?? (await this.#running.share(rows, redactNew));
  }
}
