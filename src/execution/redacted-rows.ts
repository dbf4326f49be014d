import { type OutputColumn, type Row, rowsBytes } from '#googlesql';
import { type Deadline, withDeadline } from '../async/deadline.ts';
import { Flight } from '../async/flight.ts';
import type { DerivedValues } from '../cache/entry.ts';
import type { QueryPurpose, SlotUsage } from '../engines/engine.ts';
import { QuerySlots } from '../engines/query-slots.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { MAX_REDACTION_THREADS } from '../redaction/rows/redaction-threads.ts';
import { isRefusedRun } from '../sources/limits.ts';

type Rows = readonly Row[];

const NAME = 'redacted rows';

/** Rows to be redacted. */
export interface RawRows {
  readonly rows: Rows;
  readonly columns: readonly OutputColumn[];
  /** Stores the redacted rows; undefined for rows that are not cached. */
  readonly derived: DerivedValues | undefined;
}

/** Who waits for redacted rows. */
export interface RedactionCaller {
  /** Long rows wait in the turn of its key. */
  readonly purpose: QueryPurpose;
  /** When the caller stops waiting; called only if it has to wait. */
  deadline(): Deadline;
}

/** A redaction that other callers may join. */
interface Redaction {
  readonly keyId: string;
  readonly flight: Flight<Rows>;
}

/**
 * Redacts rows once for all concurrent callers and once per cache entry.
 *
 * A redaction counts towards the key that asked first and ends when its last caller has left. One that is refused
 * because of that key's load is retried for callers with other keys.
 */
export class RedactedRows {
  readonly #redactor: Redactor;
  readonly #slots = new QuerySlots({ running: MAX_REDACTION_THREADS, waiting: MAX_WAITING });
  readonly #running = new Map<Rows, Redaction>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Long rows that are redacted now, and those that wait. */
  get usage(): SlotUsage {
    return this.#slots.usage;
  }

  /**
   * The redacted rows, synchronously if they are cached; new ones are stored in `derived` if given. Rejects at the
   * caller's deadline, and with `RATE_LIMITED` or `OVERLOADED` if too many long rows wait.
   */
  redact(raw: RawRows, caller: RedactionCaller): Rows | Promise<Rows> {
    return raw.derived?.get<Rows>(NAME) ?? this.#redact(raw, caller);
  }

  async #redact(raw: RawRows, { purpose, deadline }: RedactionCaller): Promise<Rows> {
    return withDeadline(deadline(), async (stop) => {
      for (;;) {
        const rows = await this.#join(raw, purpose, stop);
        if (rows) return rows;
      }
    });
  }

  /** Undefined if another key's redaction was joined and refused. */
  async #join(raw: RawRows, purpose: QueryPurpose, stop: AbortSignal): Promise<Rows | undefined> {
    const { keyId, flight } = this.#running.get(raw.rows) ?? this.#start(raw, purpose);
    try {
      return await flight.wait(stop);
    } catch (error) {
      if (keyId !== purpose.keyId && isRefusedRun(error)) return undefined;
      throw error;
    }
  }

  #start({ rows, columns, derived }: RawRows, purpose: QueryPurpose): Redaction {
    const redactNew = async (signal: AbortSignal) => {
      const inTurn = (letters: number, redact: () => Promise<Row>) => {
        const isCallersSql = letters > MAX_SHORTER_LETTERS;
        const query = { purpose, isCallersSql, bounds: { maxRunning: MAX_RUNNING_PER_KEY } };
        return this.#slots.use(query, signal, redact);
      };
      const redacted = await this.#redactor.rows(rows, columns, { signal, inTurn });
      derived?.set(NAME, redacted, rowsBytes(redacted));
      return redacted;
    };
    const flight = new Flight(redactNew, () => this.#running.delete(rows));
    const started = { keyId: purpose.keyId, flight };
    this.#running.set(rows, started);
    return started;
  }
}

/** Long rows of one key that are redacted at the same time. */
const MAX_RUNNING_PER_KEY = 2;
/** Waiting rows of all keys; half of them may be of one key. A request has one at a time. */
const MAX_WAITING = 64;
/**
 * Longer rows take up to a quarter of a second. They have the place that callers' SQL has at the engine: of all keys
 * together they never use the last thread, and shorter rows of the same key go first.
 */
const MAX_SHORTER_LETTERS = 250_000;
