import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row, Table } from '#googlesql';
import { systemClock } from '../../async/system-clock.ts';
import type { Config } from '../../config/config.ts';
import { GivenRowsEngine } from '../../engines/duckdb/given/given-rows-engine.ts';
import { rowsJson } from '../../engines/duckdb/given/rows-json.ts';
import { EngineProcesses } from '../../engines/duckdb/process/engine-processes.ts';
import { StatementPrinter } from '../../engines/duckdb/queries/statement-printer.ts';
import type { Engine } from '../../engines/engine.ts';
import { openEngine } from '../../engines/opening/open-engine.ts';
import type { Project } from '../../project/load-project.ts';
import type { Case } from '../reading/read-cases.ts';
import type { CaseEngines } from './run-cases.ts';

/** Options of `EmbeddedEngines`. */
export interface EmbeddedOptions {
  readonly project: Project;
  readonly config: Config;
  /** Engine processes for cases with rows, with a thread each. @default 2 */
  readonly concurrency?: number;
  /** Closed with these engines. @default ones that may read nothing */
  readonly processes?: EngineProcesses;
}

/** Runs cases on the embedded engine: in processes that may read nothing, and over the project's own data. */
export class EmbeddedEngines implements CaseEngines {
  readonly concurrency: number;
  readonly #options: EmbeddedOptions;
  readonly #processes: EngineProcesses;
  /** In place of `DATA_DIR`, which a case with rows leaves alone. */
  readonly #spillFolder: string;
  readonly #printer = new StatementPrinter();
  #data: Promise<Engine> | undefined;
  #now: bigint | undefined;

  constructor(options: EmbeddedOptions) {
    this.#options = options;
    this.concurrency = options.concurrency ?? 2;
    this.#spillFolder = mkdtempSync(join(tmpdir(), 'fieldstone-cases-'));
    const dataDir = this.#spillFolder;
    const limits = { dataDir, folders: [], threads: 1, stored: this.concurrency, callers: 0 };
    this.#processes = options.processes ?? new EngineProcesses(limits);
  }

  over(tables: ReadonlyMap<Table, readonly Row[]>): Engine {
    const rows = [...tables].map(([table, own]) => [table.name, rowsJson(table, own)] as const);
    return new GivenRowsEngine({
      processes: this.#processes,
      printer: this.#printer,
      rows: new Map(rows),
    });
  }

  async overData(now: bigint | undefined): Promise<Engine> {
    this.#now = now;
    this.#data ??= this.#openData();
    return this.#data;
  }

  async #openData(): Promise<Engine> {
    const { config, project } = this.#options;
    const { engine } = await openEngine({
      ...config,
      project,
      clock: () => this.#now ?? systemClock(),
      storedProcesses: 1,
      callersProcesses: 1,
    });
    return engine;
  }

  refusal({ endpoint, tables }: Case): string | undefined {
    if (endpoint.definition.statement.kind === 'foreign') {
      return tables
        ? '@engine bigquery: only BigQuery knows its SQL, in which no rows can take the place of tables'
        : '@engine bigquery: it reads the tables of BigQuery';
    }
    if (tables || !this.#options.config.bigquery) return undefined;
    return 'it has no "tables", and the data of the project are on BigQuery';
  }

  async close(): Promise<void> {
    const data = await this.#data?.catch(() => undefined);
    await Promise.all([this.#processes.close(), data?.close()]);
    rmSync(this.#spillFolder, { recursive: true, force: true });
  }
}
