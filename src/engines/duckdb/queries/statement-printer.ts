import { createHash } from 'node:crypto';
import {
  printDuckDb,
  type ScanPredicates,
  type Statement,
  scanPredicates,
  type TableScan,
} from '../../../googlesql/index.ts';
import type { BoundParameter, EngineQuery } from '../../engine.ts';
import type { ProcessStatement } from '../process/messages.ts';
import type { ParquetStore } from '../store/parquet-store.ts';
import { limitRows } from './row-limit.ts';
import { timeBounds } from './scan-bounds.ts';
import { tableSource } from './table-source.ts';

/** The parts that do not depend on parameters. */
interface StatementFacts {
  readonly columnsKey: string;
  readonly predicates: ReadonlyMap<TableScan, ScanPredicates>;
}

/** Prints queries for engine processes, over the store's files within the statement's time bounds. */
export class StatementPrinter {
  readonly #store: ParquetStore;
  readonly #known = new WeakMap<Statement, StatementFacts>();

  constructor(store: ParquetStore) {
    this.#store = store;
  }

  /** The statement for an engine process, which stops it at `deadline`, in milliseconds since the epoch. */
  print(query: EngineQuery, deadline: number): ProcessStatement {
    const { statement, parameters, maxRows, maxBytes, isCallersSql } = query;
    const { predicates, columnsKey } = this.#factsOf(statement);
    // One row beyond the limit shows whether rows were cut.
    const printed = printDuckDb(limitRows(statement.resolved, maxRows + 1), {
      tableSource: (scan) => {
        const range = timeBounds(predicates.get(scan), parameters);
        return tableSource(scan.table, this.#store.files(scan.table.name, range));
      },
    });
    return {
      sql: printed.sql,
      parameters: printed.parameters.map((name) => [name, parameterOf(query, name)]),
      columns: statement.columns,
      columnsKey,
      maxRows,
      maxBytes,
      isCallersSql,
      deadline,
    };
  }

  #factsOf(statement: Statement): StatementFacts {
    const known = this.#known.get(statement);
    if (known) return known;
    const columns = JSON.stringify(statement.columns);
    const made = {
      columnsKey: createHash('sha256').update(columns).digest('base64'),
      predicates: new Map(scanPredicates(statement.resolved).map((each) => [each.scan, each])),
    };
    this.#known.set(statement, made);
    return made;
  }
}

function parameterOf({ parameters }: EngineQuery, name: string): BoundParameter {
  const parameter = parameters.get(name);
  if (!parameter) throw new Error(`Cannot run the statement: parameter "${name}" has no value`);
  return parameter;
}
