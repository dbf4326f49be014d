import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '#googlesql';
import { FieldstoneError, messageOf } from '../../../errors.ts';
import { type EngineHealth, type EngineStatement, isForeign } from '../../engine.ts';
import type { BigQueryClient } from '../client/client.ts';
import type { TimePartitions } from '../newest-first/partitions.ts';
import { isWildcard, type LogTables, placeName } from '../table-places.ts';
import { type OddColumns, oddColumnRead, type TableColumnName } from './odd-columns.ts';
import { type Probe, probeFault } from './probe.ts';
import { problemsOf, readTableFacts, type TableFacts } from './table-facts.ts';
import { type TableSource, tableSource } from './table-source.ts';

/** Options of `Warehouse`. */
export interface WarehouseOptions {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly location?: string | undefined;
  /** The names of the tables whose metadata are requested from BigQuery. @default all */
  readonly checked?: ReadonlySet<string> | undefined;
  /** A statement of each endpoint, which BigQuery must accept; `check` resolves once it accepts one. */
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
  #odd: OddColumns = new Map();
  /** What statements read of the odd columns. */
  #oddReads = new WeakMap<Statement, { readonly column: TableColumnName | undefined }>();
  #unready = 0;

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#sources = new Map([...options.tables].map(([name, table]) => [name, tableSource(table)]));
  }

  /** The source of each log table; a new map after a change. */
  get sources(): ReadonlyMap<string, TableSource> {
    return this.#sources;
  }

  /** The partitions of a log table by its time, as they were at the last check; undefined if there are none. */
  partitionsOf(name: string): TimePartitions | undefined {
    return this.#facts.get(name)?.partitions;
  }

  /** Checks periodically until the signal is aborted: more often while there is a problem. */
  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#check(signal).catch(() => {});
      const isWrong = this.#failing !== undefined || this.#unready > 0 || this.#odd.size > 0;
      const ms = isWrong ? RETRY_EVERY_MS : CHECK_EVERY_MS;
      await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /**
   * Resolves with the numbers of notes and of endpoints that are not ready once all tables were read and BigQuery
   * accepted a probe; rejects with the name of the failing check.
   */
  async ready(signal: AbortSignal): Promise<Pick<EngineHealth, 'notes' | 'unready'>> {
    if (this.#failing) await this.#checkUnlessRecent(signal, RETRY_EVERY_MS / 2);
    if (!this.#failing) {
      const notes = [...this.#facts.values()].flatMap((fact) => fact.notes).length;
      return { notes, ...(this.#unready > 0 && { unready: this.#unready }) };
    }
    throw new FieldstoneError(
      'ENGINE_UNAVAILABLE',
      `Not ready: the check of ${this.#failing} fails; the log says why`,
    );
  }

  /** The number of endpoints that are not ready. */
  get unready(): number {
    return this.#unready;
  }

  /** Where the tables are; undefined as long as that is not known. */
  get location(): string | undefined {
    const { location } = this.#options;
    return location ?? [...this.#facts.values()].find((fact) => fact.location !== '')?.location;
  }

  /** Throws if a statement reads a column that is not as declared: its rows would be wrong, or it would fail. */
  refuseOdd(statement: EngineStatement): void {
    if (isForeign(statement) || this.#odd.size === 0 || !this.#oddRead(statement)) return;
    throw new FieldstoneError(
      'ENGINE_UNAVAILABLE',
      'A column that the query reads is not as it is declared; the log names it',
      { headers: { 'Retry-After': String(RETRY_EVERY_MS / 1_000) } },
    );
  }

  #oddRead(statement: Statement): TableColumnName | undefined {
    const known = this.#oddReads.get(statement);
    if (known) return known.column;
    const column = oddColumnRead(statement, this.#odd);
    this.#oddReads.set(statement, { column });
    return column;
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
    const { checked, client, tables, location } = this.#options;
    try {
      const read = [...tables].filter(([name]) => checked?.has(name) ?? true);
      const facts = await Promise.all(
        read.map(async ([name, table]) => {
          return [name, await readTableFacts(client, table, signal)] as const;
        }),
      );
      this.#update(new Map(facts));
      const wrong = facts.flatMap(([name, fact]) =>
        problemsOf(fact, location).map(prefixWith(name)),
      );
      const odd = facts.flatMap(([name, fact]) =>
        fact.odd.map(({ text }) => prefixWith(name)(text)),
      );
      const refused = wrong.length > 0 ? [] : await this.#refusedProbes(signal);
      this.#judge(wrong.length > 0, refused.length);
      const notes = facts.flatMap(([name, fact]) => fact.notes.map(prefixWith(name)));
      const findings = [...wrong, ...odd, ...refused, ...notes];
      this.#report(findings.join('\n'), () => this.#options.onFindings?.(findings));
    } catch (error) {
      signal.throwIfAborted();
      // Once the service was ready, outages are the circuit breaker's concern.
      if (this.#failing) this.#failing = 'BigQuery';
      this.#report(messageOf(error), () => this.#options.onUnchecked?.(error));
      throw error;
    }
  }

  /** A table that is wrong fails the service, an endpoint that is refused only if no other is ready. */
  #judge(isTableWrong: boolean, refused: number): void {
    const { probes = [] } = this.#options;
    this.#unready = refused;
    const areNoneReady = refused === probes.length && (refused > 0 || this.#odd.size > 0);
    if (isTableWrong) this.#failing = 'tables';
    else if (areNoneReady) this.#failing = this.#odd.size > 0 ? 'tables' : 'stored queries';
    else this.#failing = undefined;
  }

  #update(facts: ReadonlyMap<string, TableFacts>): void {
    this.#facts = facts;
    this.#odd = new Map(
      [...facts].flatMap(([name, { odd }]) =>
        odd.length > 0 ? [[name, odd.map(({ column }) => column)] as const] : [],
      ),
    );
    this.#oddReads = new WeakMap();
    const isSame = [...facts].every(
      ([name, { source }]) => this.#sources.get(name)?.version === source.version,
    );
    // A new map invalidates all printed statements.
    if (isSame) return;
    const sources = [...facts].map(([name, { source }]) => [name, source] as const);
    this.#sources = new Map([...this.#sources, ...sources]);
  }

  async #refusedProbes(signal: AbortSignal): Promise<readonly string[]> {
    const { client, probes = [] } = this.#options;
    const faults = probes.map(async (probe) => {
      const { endpoint, statement } = probe;
      const odd = isForeign(statement) ? undefined : this.#oddRead(statement);
      const fault = odd
        ? `reads column "${odd.column}" of table "${odd.table}"`
        : await probeFault(client, probe, this.#sources, signal);
      return fault === undefined ? [] : [`endpoint "${endpoint}": ${fault}`];
    });
    return (await Promise.all(faults)).flat();
  }

  #report(text: string, tell: () => void): void {
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    tell();
  }
}

function prefixWith(name: string): (text: string) => string {
  return (text) => `table "${name}" ${text}`;
}
