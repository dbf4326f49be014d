import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { printQuery } from '#googlesql';
import { FieldstoneError } from '../../../errors.ts';
import type { CompiledQuery } from '../../engine.ts';

/** How long a statement that ended an engine process is refused. */
const REFUSED_FOR_MS = 60_000;

const MAX_REMEMBERED = 1_000;

/** Statements that ended an engine process, refused for a minute each. */
export class RefusedStatements {
  readonly #errors: LRUCache<string, FieldstoneError>;

  constructor(clock: Pick<Performance, 'now'> = performance) {
    const limits = { max: MAX_REMEMBERED, ttl: REFUSED_FOR_MS };
    this.#errors = new LRUCache({ ...limits, ttlResolution: 0, perf: clock });
  }

  /** Throws the remembered error if the statement is refused. */
  refuse(query: CompiledQuery): void {
    // The common case; avoids printing the statement for its key.
    if (this.#errors.size === 0) return;
    const error = this.#errors.get(keyOf(query));
    if (!error) return;
    const { code, message, headers } = error;
    throw new FieldstoneError(code, message, { headers, cause: error });
  }

  /** Refuses the statement from now on with the error. */
  add(query: CompiledQuery, error: FieldstoneError): void {
    this.#errors.set(keyOf(query), error);
  }
}

/**
 * Identifies a statement and its parameters, except timestamps: most derive from the time of the request, and would
 * make every repetition a different statement.
 */
function keyOf({ statement, parameters, isCallersSql }: CompiledQuery): string {
  const values = [...parameters]
    .filter(([, { type }]) => type.kind !== 'TIMESTAMP')
    .map(([name, { value }]) => [name, value]);
  const text = JSON.stringify(
    [printQuery(statement.tree), isCallersSql, values],
    (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value),
  );
  return hash('sha256', text, 'base64');
}
