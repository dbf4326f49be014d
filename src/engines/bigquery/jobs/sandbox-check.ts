import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { FieldstoneError } from '../../../errors.ts';
import { BigQueryError } from '../client/bigquery-error.ts';
import type { CostLimit } from '../cost/cost-limit.ts';
import type { DryRun } from './dry-run.ts';
import type { PrintedStatement } from './print-statement.ts';

/** How many statements are known to be what they should be. */
const KEPT = 1_000;

/** What of a dry run is looked at; its schema can be many times as large. */
type Said = Pick<DryRun, 'bytes' | 'statementType' | 'tables'>;

/**
 * Has BigQuery itself say of every new statement of a caller what it would read, before it runs: the compiler is
 * checked by what it compiles for.
 */
export class SandboxCheck {
  /** By SHA-256: a thousand statements as they are sent could take a hundred megabytes. */
  readonly #known = new LRUCache<string, Promise<Said>>({ max: KEPT });

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
    const key = hash('sha256', printed.sql, 'base64url');
    const known = this.#known.get(key);
    const first = await (known ?? this.#ask(key, ask));
    // What is known was said of other values, which may have been of a longer window.
    const said = known && first.bytes > limit.bytes ? await this.#ask(key, ask) : first;
    checkStatement(said, printed);
    if (said.bytes > limit.bytes) throw new FieldstoneError('COST_LIMIT_EXCEEDED', limit.message);
  }

  /** Asked once for all who send the same statement; one that could not be asked about is asked about again. */
  #ask(key: string, ask: () => Promise<DryRun>): Promise<Said> {
    const asked = ask().then(({ bytes, statementType, tables }) => ({
      bytes,
      statementType,
      tables,
    }));
    this.#known.set(key, asked);
    asked.catch(() => {
      if (this.#known.peek(key) === asked) this.#known.delete(key);
    });
    return asked;
  }
}

function checkStatement({ statementType, tables }: Said, printed: PrintedStatement): void {
  if (statementType === 'SELECT' && tables.every((name) => printed.tables.has(name))) return;
  throw new BigQueryError('badAnswer', 'A statement is not what it was compiled to be');
}
