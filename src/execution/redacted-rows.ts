import { InFlight } from '../async/in-flight.ts';
import type { Derived } from '../cache/derived.ts';
import { type OutputColumn, type Row, rowsBytes } from '../googlesql/index.ts';
import type { Redactor } from '../redaction/redactor.ts';

type Rows = readonly Row[];

const NAME = 'redacted rows';

/** Redacts rows once for all concurrent callers and once per cache entry. */
export class RedactedRows {
  readonly #redactor: Redactor;
  readonly #running = new InFlight<Rows, Rows>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** The redacted rows, synchronously if they are kept; new ones are stored in `derived` if given. */
  redact(
    rows: Rows,
    columns: readonly OutputColumn[],
    derived: Derived | undefined,
  ): Rows | Promise<Rows> {
    const redactNew = async () => {
      const redacted = await this.#redactor.rows(rows, columns);
      derived?.set(NAME, redacted, rowsBytes(redacted));
      return redacted;
    };
    return derived?.get<Rows>(NAME) ?? this.#running.share(rows, redactNew);
  }
}
