import { setTimeout as sleep } from 'node:timers/promises';
import { FieldstoneError, messageOf } from '../../../errors.ts';
import type { BoundParameter, EngineStatement } from '../../engine.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import { dryRun } from '../jobs/dry-run.ts';
import { queryParameters } from '../jobs/parameters.ts';
import { printStatement } from '../jobs/print-statement.ts';
import { isWildcard, type LogTables, placeName } from '../table-places.ts';
import { deniedText } from './denied-text.ts';
import { problemsOf, readTableFacts, type TableFacts } from './table-facts.ts';
import { type TableSource, tableSource } from './table-source.ts';

/** A stored statement that BigQuery must accept before the service is ready. */
export interface Probe {
  readonly endpoint: string;
  readonly statement: EngineStatement;
  readonly parameters: ReadonlyMap<string, BoundParameter>;
}

/** Options of `Warehouse`. */
export interface WarehouseOptions {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly location?: string | undefined;
  /** Statements that BigQuery must accept before `check` resolves. */
  readonly probes?: readonly Probe[];
  /** Called when the problems and notes have changed; with an empty list if there are none. */
  readonly onFindings?: (findings: readonly string[]) => void;
  /** Called when the tables cannot be read, with the reason; after that `onFindings` is called again. */
  readonly onUnchecked?: (error: unknown) => void;
}

const CHECK_EVERY_MS = 60_000;
/** Interval while there is a problem, so that the service is ready within five seconds of its solution. */
const RETRY_EVERY_MS = 3_000;

/** The state of the log tables: their sources in statements, and whether stored queries can be answered. */
export class Warehouse {
  readonly #options: WarehouseOptions;
  #facts: ReadonlyMap<string, TableFacts> = new Map();
  #sources: ReadonlyMap<string, TableSource>;
  #checking: Promise<void> | undefined;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isRecheckDue = false;
  /** The failing check, if any. */
  #failing: 'tables' | 'stored queries' | 'BigQuery' | undefined = 'BigQuery';
  #lastReport = '';

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#sources = new Map([...options.tables].map(([name, table]) => [name, tableSource(table)]));
  }

  /** The source of each log table; a new map after a change. */
  get sources(): ReadonlyMap<string, TableSource> {
    return this.#sources;
  }

  /** Checks periodically until the signal is aborted: more often while there is a problem. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#check(signal).catch(() => {});
      const ms = this.#failing ? RETRY_EVERY_MS : CHECK_EVERY_MS;
      await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /**
   * Resolves with the number of notes once all tables were read and BigQuery accepted every probe; rejects with the
   * name of the failing check.
   */
  async ready(signal: AbortSignal): Promise<number> {
    if (this.#failing) await this.#checkUnlessRecent(signal, RETRY_EVERY_MS / 2);
    if (!this.#failing) return [...this.#facts.values()].flatMap(({ notes }) => notes).length;
    throw new FieldstoneError(
      'ENGINE_UNAVAILABLE',
      `Not ready: the check of ${this.#failing} fails; the log says why`,
    );
  }

  /**
   * Whether the tables that BigQuery reports are those of the given log tables.
   *
   * For a view it reports the base tables; these are read again if one is unknown, as a view may have changed.
   */
  async coversTables(
    reported: readonly string[],
    names: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isKnown = () => reported.every((full) => this.#isRead(full, names));
    if (isKnown()) return true;
    await this.#checkUnlessRecent(signal, RETRY_EVERY_MS).catch(() => {});
    return isKnown();
  }

  /** Checks again after an unexpected answer, as a table may have changed; later if the last check is recent. */
  recheck(signal: AbortSignal): void {
    if (this.#isRecheckDue) return;
    this.#isRecheckDue = true;
    const waitMs = Math.max(0, this.#checkedAt + RETRY_EVERY_MS - performance.now());
    void sleep(waitMs, undefined, { signal, ref: false })
      .then(() => {
        this.#isRecheckDue = false;
        return this.#check(signal);
      })
      .catch(() => {});
  }

  #isRead(full: string, names: ReadonlySet<string>): boolean {
    for (const name of names) {
      const table = this.#options.tables.get(name);
      if (!table) continue;
      const own = placeName(table.place);
      if (own === full || this.#facts.get(name)?.reads.has(full)) return true;
      if (isWildcard(table.place) && full.startsWith(own.slice(0, -1))) return true;
    }
    return false;
  }

  async #checkUnlessRecent(signal: AbortSignal, minIntervalMs: number): Promise<void> {
    if (this.#checking || performance.now() - this.#checkedAt > minIntervalMs)
      await this.#check(signal);
  }

  #check(signal: AbortSignal): Promise<void> {
    this.#checking ??= this.#checkAll(signal).finally(() => {
      this.#checking = undefined;
      this.#checkedAt = performance.now();
    });
    return this.#checking;
  }

  async #checkAll(signal: AbortSignal): Promise<void> {
    const { client, tables, location } = this.#options;
    try {
      const facts = await Promise.all(
        [...tables].map(async ([name, table]) => {
          return [name, await readTableFacts(client, table, signal)] as const;
        }),
      );
      this.#update(new Map(facts));
      const wrong = facts.flatMap(([name, fact]) =>
        problemsOf(fact, location).map(prefixWith(name)),
      );
      const refused = wrong.length > 0 ? [] : await this.#refusedProbes(signal);
      this.#failing =
        wrong.length > 0 ? 'tables' : refused.length > 0 ? 'stored queries' : undefined;
      const notes = facts.flatMap(([name, fact]) => fact.notes.map(prefixWith(name)));
      const findings = [...wrong, ...refused, ...notes];
      this.#report(findings.join('\n'), () => this.#options.onFindings?.(findings));
    } catch (error) {
      signal.throwIfAborted();
      // Once the service was ready, outages are the circuit breaker's concern.
      if (this.#failing) this.#failing = 'BigQuery';
      this.#report(messageOf(error), () => this.#options.onUnchecked?.(error));
      throw error;
    }
  }

  #update(facts: ReadonlyMap<string, TableFacts>): void {
    this.#facts = facts;
    const isSame = [...facts].every(
      ([name, { source }]) => this.#sources.get(name)?.declared === source.declared,
    );
    // A new map invalidates all printed statements.
    if (!isSame) this.#sources = new Map([...facts].map(([name, { source }]) => [name, source]));
  }

  async #refusedProbes(signal: AbortSignal): Promise<readonly string[]> {
    const { client, probes = [] } = this.#options;
    const texts = probes.map(async ({ endpoint, statement, parameters }) => {
      try {
        const printed = printStatement(statement, this.#sources, 1);
        const text = { ...printed, parameters: queryParameters(printed.parameters, parameters) };
        const { statementType } = await dryRun(client, text, signal);
        return notSelect(statementType).map((problem) => `endpoint "${endpoint}": ${problem}`);
      } catch (error) {
        signal.throwIfAborted();
        const isRefusal = error instanceof BigQueryError;
        if (isRefusal && treatmentOf(error).retry === 'request') throw error;
        return [`endpoint "${endpoint}": ${isRefusal ? deniedText(error) : messageOf(error)}`];
      }
    });
    return (await Promise.all(texts)).flat();
  }

  #report(text: string, tell: () => void): void {
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    tell();
  }
}

/** What is wrong with a statement of a type: a text that nobody compiled may be of any. */
export function notSelect(type: string): readonly string[] {
  return type === 'SELECT' ? [] : [`it is a ${type} statement, not a SELECT`];
}

function prefixWith(name: string): (text: string) => string {
  return (text) => `table "${name}" ${text}`;
}
