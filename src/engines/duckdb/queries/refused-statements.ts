import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
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
}

/**
 * Statements that ended engine processes, remembered for a minute each.
 *
 * When several statements share a process, it is unknown which one took the memory, so each has a share in proportion
 * to the growth attributed to it. A statement is at fault when its shares, summed over several ends, pass one half; it
 * is cleared when it completes.
 */
export class RefusedStatements {
  readonly #records: LRUCache<string, FaultRecord>;

  constructor(clock: Pick<Performance, 'now'> = performance) {
    const limits = { max: MAX_REMEMBERED, ttl: REFUSED_FOR_MS };
    this.#records = new LRUCache({ ...limits, ttlResolution: 0, perf: clock });
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
    this.#records.set(keyOf(query), { share, error });
    return share > MAX_SHARE;
  }

  /** Clears a statement that has completed. */
  clear(query: EngineQuery): void {
    if (this.#records.size > 0) this.#records.delete(keyOf(query));
  }

  #recordOf(query: EngineQuery): FaultRecord | undefined {
    // The common case; avoids printing the statement for its key.
    return this.#records.size === 0 ? undefined : this.#records.get(keyOf(query));
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
