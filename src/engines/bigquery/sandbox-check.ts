import { LRUCache } from 'lru-cache';
import { FieldstoneError } from '../../errors.ts';
import { BigQueryError } from './bigquery-error.ts';
import type { CostLimit } from './cost-limit.ts';
import type { DryRun } from './dry-run.ts';
import type { PrintedStatement } from './print-statement.ts';

/** How many statements are known to be what they should be. */
const KEPT = 1_000;

/**
 * Has BigQuery itself say of every new statement of a caller what it would read, before it runs: the compiler is
 * checked by what it compiles for.
 */
export class SandboxCheck {
  readonly #known = new LRUCache<string, Promise<DryRun>>({ max: KEPT });

  /**
   * Rejects where the statement is no SELECT or reads another table than it was printed with, and with
   * `COST_LIMIT_EXCEEDED` where it would read too much.
   *
   * `ask` makes the dry run, and rejects where BigQuery refuses the statement.
   */
  async approve(
    printed: PrintedStatement,
    limit: CostLimit,
    ask: () => Promise<DryRun>,
  ): Promise<void> {
    const known = this.#known.get(printed.sql);
    const first = await (known ?? this.#ask(printed, ask));
    // What is known was said of other values, which may have been of a longer window.
    const said = known && first.bytes > limit.bytes ? await this.#ask(printed, ask) : first;
    checkStatement(said, printed);
    if (said.bytes > limit.bytes) throw new FieldstoneError('COST_LIMIT_EXCEEDED', limit.message);
  }

  /** Asked once for all who send the same statement; one that could not be asked about is asked about again. */
  #ask(printed: PrintedStatement, ask: () => Promise<DryRun>): Promise<DryRun> {
    const asked = ask();
    this.#known.set(printed.sql, asked);
    asked.catch(() => this.#known.delete(printed.sql));
    return asked;
  }
}

function checkStatement({ statementType, tables }: DryRun, printed: PrintedStatement): void {
  if (statementType === 'SELECT' && tables.every((name) => printed.tables.has(name))) return;
  throw new BigQueryError('badAnswer', 'A statement is not what it was compiled to be');
}
