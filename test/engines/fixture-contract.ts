import { expect, test } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { type FixtureCase, sandboxCases, storedCases } from './fixture-cases.ts';

/** Opens an engine over the fixture rows of all tables, which is closed when its test ends. */
export type OpenFixtures = () => Promise<Engine>;

const NEVER = new AbortController().signal;
const AT_ONCE = 4;
const TIMEOUT_MS = 120_000;

/** What every engine answers about the fixture rows: what Google's reference says. */
export function describeFixtures(open: OpenFixtures): void {
  test(
    'run gives the reference’s rows of every stored query',
    async () => {
      const cases = storedCases();

      expect(await differences(await open(), cases)).toEqual([]);
      expect(cases.length).toBeGreaterThan(20);
    },
    TIMEOUT_MS,
  );

  test(
    'run gives the reference’s rows of hundreds of callers’ queries',
    async () => {
      const cases = sandboxCases();

      expect(await differences(await open(), cases)).toEqual([]);
      expect(cases.length).toBeGreaterThan(200);
    },
    TIMEOUT_MS,
  );
}

/** A case that an engine answers in another way than the reference. */
export interface Difference {
  readonly title: string;
  /** Rows, or the text of an error. */
  readonly found: unknown;
  readonly expected: unknown;
}

/** Asks all cases, some at once, and returns the ones whose answers differ. */
export async function differences(
  engine: Engine,
  cases: readonly FixtureCase[],
): Promise<Difference[]> {
  const wrong: Difference[] = [];
  const rest = [...cases].reverse();
  const work = async () => {
    for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
      const { expected, title } = item;
      const found = await answerOf(engine, item);
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push({ title, found, expected });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

async function answerOf(engine: Engine, { query, shown }: FixtureCase): Promise<unknown> {
  try {
    return shown((await engine.run(query, { signal: NEVER })).rows);
  } catch (error) {
    return errorText(error);
  }
}

/** The message of an engine tells callers little; its cause says what happened. */
function errorText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${error}: ${cause.message}` : String(error);
}
