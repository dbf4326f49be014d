import { createHash } from 'node:crypto';
import { FieldstoneError } from '../../../errors.ts';
import { printQuery } from '../../../googlesql/index.ts';
import type { EngineQuery } from '../../engine.ts';

/** How long a statement blamed for the end of an engine process is refused. */
const REFUSED_FOR_MS = 60_000;

/** A statement with more than this share of the blame is guilty. */
const GUILTY_SHARE = 0.5;

const MAX_REMEMBERED = 1_000;

interface BlameRecord {
  /** The sum of its shares of the blame. */
  readonly blame: number;
  readonly error: FieldstoneError;
  /** Expiry, in the clock's milliseconds. */
  readonly until: number;
}

/**
 * Statements blamed for the end of engine processes, remembered for a minute each.
 *
 * When several statements share a process, it is unknown which one took the memory, so each is blamed in proportion to
 * the growth attributed to it. A statement is guilty with more than half of the blame, summed over several ends; it is
 * cleared when it completes.
 */
export class RefusedStatements {
  readonly #records = new Map<string, BlameRecord>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws the remembered error if the statement is guilty. */
  refuse(query: EngineQuery): void {
    const record = this.#recordOf(query);
    if (!record || record.blame <= GUILTY_SHARE) return;
    const { code, message, headers } = record.error;
    throw new FieldstoneError(code, message, { headers, cause: record.error });
  }

  /** Adds a statement's share of the blame; returns whether it is guilty. */
  blame(query: EngineQuery, part: number, error: FieldstoneError): boolean {
    const blame = part + (this.#recordOf(query)?.blame ?? 0);
    if (this.#records.size >= MAX_REMEMBERED) this.#records.clear();
    this.#records.set(keyOf(query), { blame, error, until: this.#now() + REFUSED_FOR_MS });
    return blame > GUILTY_SHARE;
  }

  /** Clears a statement that has completed. */
  clear(query: EngineQuery): void {
    if (this.#records.size > 0) this.#records.delete(keyOf(query));
  }

  #recordOf(query: EngineQuery): BlameRecord | undefined {
    // The common case; avoids printing the statement for its key.
    if (this.#records.size === 0) return undefined;
    const key = keyOf(query);
    const record = this.#records.get(key);
    if (!record || record.until > this.#now()) return record;
    this.#records.delete(key);
    return undefined;
  }
}

/**
 * Identifies a statement and its parameters, except timestamps: most derive from the time of the request, and would
 * make every repetition a different statement.
 */
function keyOf({ statement, parameters, isCallersSql }: EngineQuery): string {
  const values = [...parameters]
    .filter(([, { type }]) => type.kind !== 'TIMESTAMP')
    .map(([name, { value }]) => [name, value]);
  const text = JSON.stringify(
    [printQuery(statement.tree), isCallersSql, values],
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );
  return createHash('sha256').update(text).digest('base64');
}
