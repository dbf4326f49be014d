import { BigQueryEngine } from '../../src/engines/bigquery/bigquery-engine.ts';
import { BigQueryClient } from '../../src/engines/bigquery/client/client.ts';
import { placeTables } from '../../src/engines/bigquery/table-places.ts';
import type { FixtureCase } from '../engines/fixture-cases.ts';
import { PROJECT } from '../support/project.ts';

/** Where the emulator keeps the log tables. */
export const PLACE = { project: 'fieldstone-test', dataset: 'logs', tables: {} };

/** Titles of the cases that the emulator answers rightly: what it cannot do would end it, or is its own fault. */
export const RIGHT_CASES = new URL('./right-goldens.json', import.meta.url);

/** What the emulator makes of each of the others. */
export const KNOWN_ERRORS = new URL('./known-errors.json', import.meta.url);

const DEADLINE_MS = 10_000;

/** What an emulator made of a case. */
export interface Trial {
  readonly title: string;
  readonly verdict: 'right' | 'wrong rows' | 'refused';
  /** The rows or the error, cut. */
  readonly detail: string;
}

/** Asks an emulator about a case through an engine of its own, whose breaker knows nothing of other cases. */
export async function tryCase(url: string, item: FixtureCase): Promise<Trial> {
  const { expected, query, shown, title } = item;
  const engine = new BigQueryEngine({
    client: BigQueryClient.anonymous({ project: PLACE.project, endpoint: url }),
    tables: placeTables(PROJECT.tables, PLACE),
    timeoutMs: DEADLINE_MS,
    resilience: { random: () => 0 },
  });
  try {
    // A caller's own SQL is judged by a dry run first, in which the emulator fails.
    const stored = { ...query, isCallersSql: false };
    const { rows } = await engine.run(stored, { signal: new AbortController().signal });
    const found = JSON.stringify(shown(rows));
    if (found === JSON.stringify(expected)) return { title, verdict: 'right', detail: '' };
    const detail = `${found.slice(0, 120)} in place of ${JSON.stringify(expected).slice(0, 120)}`;
    return { title, verdict: 'wrong rows', detail };
  } catch (error) {
    return { title, verdict: 'refused', detail: reasonOf(error) };
  } finally {
    await engine.close();
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const text = cause instanceof Error ? cause.message : String(cause);
  // The emulator repeats the SQL that it was sent, and the one that it made of it.
  const [first = ''] = text.replace(/failed to (query|format query) [\s\S]*: /, '').split('\n');
  // Addresses in memory differ from run to run.
  return first
    .replaceAll(/0x[0-9a-f]+/g, '0x…')
    .replace(/(0x… ?)+/, '0x…')
    .slice(0, 160);
}
