import { FieldstoneError } from '../../../errors.ts';
import type { Statement } from '../../../googlesql/index.ts';
import type { BoundParameter } from '../../engine.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { BigQueryClient } from '../client/client.ts';
import { treatmentOf } from '../client/reasons.ts';
import { dryRun } from '../jobs/dry-run.ts';
import { queryParameters } from '../jobs/parameters.ts';
import { printStatement } from '../jobs/print-statement.ts';
import { type LogTables, placeName } from '../table-places.ts';
import { deniedText, readTableFacts, type TableFacts } from './table-facts.ts';
import { tableSource } from './table-source.ts';

/** A stored statement that BigQuery must accept before the service is ready. */
export interface Probe {
  readonly endpoint: string;
  readonly statement: Statement;
  readonly parameters: ReadonlyMap<string, BoundParameter>;
}

/** What a warehouse is asked for. */
export interface WarehouseOptions {
  readonly client: BigQueryClient;
  readonly tables: LogTables;
  readonly location?: string | undefined;
  readonly probes?: readonly Probe[];
  /** Hears what is wrong or made up for, when that has changed; nothing when all is well. */
  readonly onFindings?: (findings: readonly string[]) => void;
}

const LOOK_EVERY_MS = 60_000;
/** While something is wrong: within five seconds of being put right the service is ready. */
const RETRY_EVERY_MS = 3_000;

/** The log tables as they are: what statements read in their place, and whether stored queries can be answered. */
export class Warehouse {
  readonly #options: WarehouseOptions;
  #facts: ReadonlyMap<string, TableFacts> = new Map();
  #sources: ReadonlyMap<string, string>;
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The name of the check that fails. */
  #failing: 'tables' | 'stored queries' | 'BigQuery' | undefined = 'BigQuery';
  #said = '';
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WarehouseOptions) {
    this.#options = options;
    this.#sources = new Map([...options.tables].map(([name, table]) => [name, tableSource(table)]));
  }

  /** What stands in a statement in place of each log table; another map after something has changed. */
  get sources(): ReadonlyMap<string, string> {
    return this.#sources;
  }

  /** Looks now and again until the signal is aborted: often while something is wrong. */
  watch(signal: AbortSignal): void {
    const next = async () => {
      await this.#look(signal).catch(() => {});
      if (signal.aborted) return;
      this.#timer = setTimeout(next, this.#failing ? RETRY_EVERY_MS : LOOK_EVERY_MS).unref();
    };
    signal.addEventListener('abort', () => clearTimeout(this.#timer), { once: true });
    void next();
  }

  /**
   * Resolves when all tables were seen and BigQuery accepted a statement of each endpoint, with what is made up for;
   * rejects with the name of the check that fails.
   */
  async ready(signal: AbortSignal): Promise<number> {
    if (this.#failing) await this.#lookUnlessJust(signal, RETRY_EVERY_MS / 2);
    if (!this.#failing) return [...this.#facts.values()].flatMap(({ notes }) => notes).length;
    throw new FieldstoneError(
      'ENGINE_UNAVAILABLE',
      `Not ready: the check of ${this.#failing} fails; the log says why`,
    );
  }

  /**
   * Whether tables that BigQuery reports are read by naming those log tables.
   *
   * Of a view it reports the base tables: which these are is asked again where one is not known, as a view may change.
   */
  async explains(
    reported: readonly string[],
    names: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const isKnown = () => reported.every((full) => this.#isRead(full, names));
    if (isKnown()) return true;
    await this.#lookUnlessJust(signal, RETRY_EVERY_MS).catch(() => {});
    return isKnown();
  }

  /** Looks again after an answer that was not as expected: a table may have changed. */
  suspect(signal: AbortSignal): void {
    void this.#lookUnlessJust(signal, RETRY_EVERY_MS).catch(() => {});
  }

  #isRead(full: string, names: ReadonlySet<string>): boolean {
    for (const name of names) {
      const table = this.#options.tables.get(name);
      if (!table) continue;
      const own = placeName(table.place);
      if (own === full || this.#facts.get(name)?.reads.has(full)) return true;
      if (own.endsWith('*') && full.startsWith(own.slice(0, -1))) return true;
    }
    return false;
  }

  async #lookUnlessJust(signal: AbortSignal, restMs: number): Promise<void> {
    if (this.#looking || performance.now() - this.#lookedAt > restMs) await this.#look(signal);
  }

  #look(signal: AbortSignal): Promise<void> {
    this.#looking ??= this.#lookAtAll(signal).finally(() => {
      this.#looking = undefined;
      this.#lookedAt = performance.now();
    });
    return this.#looking;
  }

  async #lookAtAll(signal: AbortSignal): Promise<void> {
    const { client, tables } = this.#options;
    try {
      const facts = await Promise.all(
        [...tables].map(async ([name, table]) => {
          return [name, await readTableFacts(client, table, signal)] as const;
        }),
      );
      this.#learn(new Map(facts));
      const wrong = facts.flatMap(([name, fact]) => this.#problemsOf(fact).map(tell(name)));
      const refused = wrong.length > 0 ? [] : await this.#refusedProbes(signal);
      this.#failing =
        wrong.length > 0 ? 'tables' : refused.length > 0 ? 'stored queries' : undefined;
      const notes = facts.flatMap(([name, fact]) => fact.notes.map(tell(name)));
      this.#say([...wrong, ...refused, ...notes]);
    } catch (error) {
      signal.throwIfAborted();
      // Once it was ready, an outage of the service is what the breaker knows of.
      if (this.#failing) this.#failing = 'BigQuery';
      this.#say([`BigQuery does not answer: ${error instanceof Error ? error.message : error}`]);
      throw error;
    }
  }

  #learn(facts: ReadonlyMap<string, TableFacts>): void {
    this.#facts = facts;
    const isSame = [...facts].every(([name, { source }]) => this.#sources.get(name) === source);
    // A new map has every statement printed anew.
    if (!isSame) this.#sources = new Map([...facts].map(([name, { source }]) => [name, source]));
  }

  #problemsOf({ problems, location }: TableFacts): readonly string[] {
    const { location: asked } = this.#options;
    const isElsewhere = asked && location && location.toLowerCase() !== asked.toLowerCase();
    if (!isElsewhere) return problems;
    return [...problems, `is in location ${location}, BIGQUERY_LOCATION says ${asked}`];
  }

  async #refusedProbes(signal: AbortSignal): Promise<readonly string[]> {
    const { client, probes = [] } = this.#options;
    const texts = probes.map(async ({ endpoint, statement, parameters }) => {
      const printed = printStatement(statement.tree, this.#sources, 1);
      const values = queryParameters(printed.parameters, parameters);
      try {
        await dryRun(client, { sql: printed.sql, parameters: values }, signal);
        return [];
      } catch (error) {
        if (!(error instanceof BigQueryError) || treatmentOf(error).retry === 'request')
          throw error;
        return [`endpoint "${endpoint}": ${deniedText(error)}`];
      }
    });
    return (await Promise.all(texts)).flat();
  }

  #say(findings: readonly string[]): void {
    const text = findings.join('\n');
    if (text === this.#said) return;
    this.#said = text;
    this.#options.onFindings?.(findings);
  }
}

function tell(name: string): (text: string) => string {
  return (text) => `table "${name}" ${text}`;
}
