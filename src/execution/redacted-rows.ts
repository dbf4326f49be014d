import { InFlight } from '../async/in-flight.ts';
import type { Derived } from '../cache/derived.ts';
import { type OutputColumn, type Row, rowsBytes } from '../googlesql/index.ts';
import type { Redactor } from '../redaction/redactor.ts';

type Rows = readonly Row[];

/** Rows as requests with redaction see them: redacted once for all who wait, and once for each entry of the cache. */
export class RedactedRows {
  readonly #redactor: Redactor;
  readonly #running = new InFlight<Rows, Rows>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Those that were redacted before for the entry of this derived. */
  known(derived: Derived | undefined): Rows | undefined {
    return derived?.get<Rows>('redacted rows');
  }

  /** Redacts rows, and keeps them where there is a derived. */
  async redact(
    rows: Rows,
    columns: readonly OutputColumn[],
    derived: Derived | undefined,
  ): Promise<Rows> {
    const redactNew = async () => {
      const redacted = await this.#redactor.rows(rows, columns);
      derived?.set('redacted rows', redacted, rowsBytes(redacted));
      return redacted;
    };
    return this.known(derived) ?? (await this.#running.share(rows, redactNew));
  }
}
