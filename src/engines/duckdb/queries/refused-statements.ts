import { hash } from 'node:crypto';
import { FieldstoneError } from '../../../errors.ts';
import { printQuery } from '../../../googlesql/index.ts';
import type { EngineQuery } from '../../engine.ts';

/** How long a statement that ended an engine process is refused. */
const REFUSED_FOR_MS = 60_000;

/** A statement with more than this share in the end of processes is at fault. */
const MAX_SHARE = 0.5;

const MAX_REMEMBERED = 1_000;

interface FaultRecord {
  /** The sum of its shares in the ends of processes. */
  readonly share: number;
  readonly error: FieldstoneError;
  /** Expiry, in the clock's milliseconds. */
  readonly until: number;
}

/**
 * Statements that ended engine processes, remembered for a minute each.
 *
 * When several statements share a process, it is unknown which one took the memory, so each has a share in proportion
 * to the growth attributed to it. A statement is at fault when its shares, summed over several ends, pass one half; it
 * is cleared when it completes.
 */
export class RefusedStatements {
  readonly #records = new Map<string, FaultRecord>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws the remembered error if the statement is at fault. */
  refuse(query: EngineQuery): void {
    const record = this.#recordOf(query);
    if (!record || record.share <= MAX_SHARE) return;
    const { code, message, headers } = record.error;
    throw new FieldstoneError(code, message, { headers, cause: record.error });
  }

  /** Adds a statement's share in the end of a process; returns whether it is at fault. */
  record(query: EngineQuery, part: number, error: FieldstoneError): boolean {
    const share = part + (this.#recordOf(query)?.share ?? 0);
    if (this.#records.size >= MAX_REMEMBERED) this.#records.clear();
    this.#records.set(keyOf(query), { share, error, until: this.#now() + REFUSED_FOR_MS });
    return share > MAX_SHARE;
  }

  /** Clears a statement that has completed. */
  clear(query: EngineQuery): void {
    if (this.#records.size > 0) this.#records.delete(keyOf(query));
  }

  #recordOf(query: EngineQuery): FaultRecord | undefined {
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
  return hash('sha256', text, 'base64');
}
