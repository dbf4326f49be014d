import { createHash } from 'node:crypto';
import { FieldstoneError } from '../../../errors.ts';
import { printQuery } from '../../../googlesql/index.ts';
import type { EngineQuery } from '../../engine.ts';

/** How long a statement that has cost an engine process is not tried again. */
const REFUSED_FOR_MS = 60_000;

/** Above this, a statement is held to be guilty of the end of its process. */
const GUILTY = 0.5;

const MAX_REMEMBERED = 1_000;

interface Offence {
  /** Its parts in the ends of processes, added up. */
  readonly blame: number;
  readonly error: FieldstoneError;
  /** When it is forgotten, in the clock's milliseconds. */
  readonly until: number;
}

/**
 * The statements that have cost engine processes, for a minute each.
 *
 * Of several statements in a process nobody can tell which one took the memory, so each carries the part of the growth
 * that fell to it while it ran. One is guilty with more than half of the blame, also of several ends; who gets to its
 * end is forgiven.
 */
export class RefusedStatements {
  readonly #offences = new Map<string, Offence>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Throws what became of the statement where it is guilty. */
  refuse(query: EngineQuery): void {
    const offence = this.#offenceOf(query);
    if (!offence || offence.blame <= GUILTY) return;
    const { code, message, headers } = offence.error;
    throw new FieldstoneError(code, message, { headers, cause: offence.error });
  }

  /** Notes a statement's part in the end of its process; answers whether it is held to be guilty. */
  blame(query: EngineQuery, part: number, error: FieldstoneError): boolean {
    const blame = part + (this.#offenceOf(query)?.blame ?? 0);
    if (this.#offences.size >= MAX_REMEMBERED) this.#offences.clear();
    this.#offences.set(keyOf(query), { blame, error, until: this.#now() + REFUSED_FOR_MS });
    return blame > GUILTY;
  }

  /** Forgets what a statement was blamed for, as it got to its end. */
  forgive(query: EngineQuery): void {
    if (this.#offences.size > 0) this.#offences.delete(keyOf(query));
  }

  #offenceOf(query: EngineQuery): Offence | undefined {
    // Nearly always there are none, and then no statement is printed for its key.
    if (this.#offences.size === 0) return undefined;
    const key = keyOf(query);
    const offence = this.#offences.get(key);
    if (!offence || offence.until > this.#now()) return offence;
    this.#offences.delete(key);
    return undefined;
  }
}

/**
 * Names a statement and its parameters, but for moments: these are mostly made from the time of the request, and the
 * statement would be another one each time that it is sent.
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
