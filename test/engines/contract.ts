import { expect, test } from 'vitest';
import type { Engine, EngineQuery } from '../../src/engines/engine.ts';
import { SCALARS, typeName } from '../../src/googlesql/types.ts';
import { compileQuery } from './compile-query.ts';
import { describeFixtures, type OpenFixtures } from './fixture-contract.ts';
import { ROUND_TRIPS } from './round-trips.ts';

/** How the suite gets an engine; every one that it opens is closed when its test ends. */
export interface EngineSetup {
  /** One that holds no rows. */
  open(options?: { readonly timeoutMs?: number }): Promise<Engine>;
  /** One over the fixture rows of all tables. */
  readonly openFixtures: OpenFixtures;
}

const NEVER = new AbortController().signal;

/** Cross joins enough to run for minutes. */
const ENDLESS = `SELECT COUNT(*) AS n FROM ${'abcdefghijkl'
  .split('')
  .map((name) => `UNNEST([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) AS ${name}`)
  .join(' CROSS JOIN ')}
  WHERE a + b + c + d + e + f + g + h + i + j + k + l = 121`;

/** What every engine does. */
export function describeEngine(setup: EngineSetup): void {
  describeValues(setup);
  describeNulls(setup);
  describeRows(setup);
  describeCuts(setup);
  describeErrors(setup);
  describeStopping(setup);
  describeLife(setup);
  describeFixtures(setup.openFixtures);
}

async function rowsOf(engine: Engine, query: EngineQuery) {
  return (await engine.run(query, { signal: NEVER })).rows;
}

function describeValues({ open }: EngineSetup): void {
  test.each(ROUND_TRIPS.map(([type, values]) => [typeName(type), type, values] as const))(
    'run takes and gives every value of type %s exactly',
    async (_, type, values) => {
      const engine = await open();

      for (const value of values) {
        const query = compileQuery('SELECT @p AS v', { p: { type, value } });
        expect((await engine.run(query, { signal: NEVER })).rows).toEqual([[value]]);
      }
    },
  );

  test('run gives nested arrays and structs as arrays of values, empty and NULL ones too', async () => {
    const sql = `SELECT
      [STRUCT(1 AS a, ['x', 'y'] AS b), STRUCT(NULL, ARRAY<STRING>[])] AS nested,
      STRUCT('s' AS t, STRUCT(9007199254740993 AS u) AS v) AS record,
      CAST(NULL AS STRUCT<a INT64>) AS nothing,
      ARRAY<INT64>[] AS empty,
      CAST(NULL AS ARRAY<INT64>) AS absent`;

    expect(await rowsOf(await open(), compileQuery(sql))).toEqual([
      [
        [
          [1, ['x', 'y']],
          [null, []],
        ],
        ['s', [9007199254740993n]],
        null,
        [],
        [],
      ],
    ]);
  });
}

function describeNulls({ open }: EngineSetup): void {
  test('run gives NULL for what is always NULL, in arrays and structs too', async () => {
    const always = [
      "REGEXP_EXTRACT('abc', NULL)",
      "PARSE_TIMESTAMP(NULL, '2024')",
      '[1][OFFSET(NULL)]',
    ];
    const wrapped = always.map(
      (sql, i) => `${sql} AS v${i}, STRUCT([STRUCT(${sql} AS x)] AS y) AS s${i}`,
    );
    const sql = `SELECT ${wrapped.join(', ')}, SPLIT('a', NULL) AS a`;

    expect(await rowsOf(await open(), { ...compileQuery(sql), maxBytes: 10_000 })).toEqual([
      [...always.flatMap(() => [null, [[[null]]]]), []],
    ]);
  });
}

function describeRows({ open }: EngineSetup): void {
  test('run keeps the order of the rows and the number of columns', async () => {
    const sql = 'SELECT n, -n AS m FROM UNNEST([2, 3, 1]) AS n ORDER BY n DESC';

    expect(await rowsOf(await open(), compileQuery(sql))).toEqual([
      [3, -3],
      [2, -2],
      [1, -1],
    ]);
  });

  test('run gives no rows when there are none', async () => {
    const engine = await open();

    const result = await engine.run(compileQuery('SELECT n FROM UNNEST([1]) AS n WHERE n > 1'), {
      signal: NEVER,
    });

    expect(result).toMatchObject({ rows: [], truncated: false });
  });

  test('run binds each parameter by its name, however often it stands there', async () => {
    const parameters = {
      a: { type: SCALARS.INT64, value: 1 },
      b: { type: SCALARS.STRING, value: '$a @a' },
      unused: { type: SCALARS.INT64, value: 3 },
    };

    expect(
      await rowsOf(await open(), compileQuery('SELECT @b AS x, @A + @a AS y, @B AS z', parameters)),
    ).toEqual([['$a @a', 2, '$a @a']]);
  });
}

/** Where an answer ends. */
function describeCuts({ open }: EngineSetup): void {
  test('run cuts rows past maxRows and says so', async () => {
    const engine = await open();
    const first = (maxRows: number) =>
      engine.run(compileQuery('SELECT n FROM UNNEST([3, 1, 2]) AS n ORDER BY n', {}, { maxRows }), {
        signal: NEVER,
      });

    expect(await first(2)).toMatchObject({ rows: [[1], [2]], truncated: true });
    expect(await first(3)).toMatchObject({ rows: [[1], [2], [3]], truncated: false });
  });

  test('run cuts rows past maxBytes and says so', async () => {
    const engine = await open();
    const sql = "SELECT REPEAT('x', n) AS s FROM UNNEST([500, 1000, 1, 1]) AS n ORDER BY n DESC";
    const first = (maxBytes: number) =>
      engine.run(compileQuery(sql, {}, { maxBytes }), { signal: NEVER });

    expect(await first(3_000)).toMatchObject({ rows: [['x'.repeat(1_000)]], truncated: true });
    const all = await first(8_000);
    expect(all.rows.map(([s]) => String(s).length)).toEqual([1_000, 500, 1, 1]);
    expect(all.truncated).toBe(false);
  });

  test('run counts the bytes of all columns and of what is in them', async () => {
    const engine = await open();
    const sql = `SELECT n, [STRUCT(REPEAT('x', n) AS s, [n, n])] AS nested, TO_JSON(n) AS j,
      CAST(REPEAT('x', n) AS BYTES) AS b FROM UNNEST([90, 90, 90, 90, 90]) AS n`;
    const rows = async (maxBytes: number) =>
      (await engine.run(compileQuery(sql, {}, { maxBytes }), { signal: NEVER })).rows.length;

    expect(await rows(2_500)).toBe(2);
    expect(await rows(3_600)).toBe(3);
    expect(await rows(6_000)).toBe(5);
  });

  test('run refuses an answer whose first row takes more than maxBytes', async () => {
    const engine = await open();
    const query = (sql: string) => compileQuery(sql, {}, { maxBytes: 1_000_000 });
    const refusal = {
      code: 'SQL_INVALID',
      message: 'The result is too large: its first row takes more than 1 MB of memory',
    };

    await expect(
      engine.run(query('SELECT GENERATE_ARRAY(1, 100000) AS a'), { signal: NEVER }),
    ).rejects.toMatchObject(refusal);
    await expect(
      engine.run(
        query("SELECT ARRAY_AGG(REPEAT('x', n)) AS a FROM UNNEST(GENERATE_ARRAY(1, 1000)) AS n"),
        {
          signal: NEVER,
        },
      ),
    ).rejects.toMatchObject(refusal);
    expect(
      await engine.run(query('SELECT n FROM UNNEST([1]) AS n WHERE n > 1'), { signal: NEVER }),
    ).toMatchObject({ rows: [], truncated: false });
  });
}

function describeErrors({ open }: EngineSetup): void {
  const divide = 'SELECT 1 / n AS q FROM UNNEST([0]) AS n';

  test('run tells the caller what went wrong in its own SQL', async () => {
    const engine = await open();

    await expect(engine.run(compileQuery(divide), { signal: NEVER })).rejects.toMatchObject({
      code: 'SQL_INVALID',
      message: expect.stringMatching(/division by zero/i),
    });
  });

  test('run refuses a NULL in an array of the result as BigQuery does', async () => {
    const sql = `SELECT n, ARRAY_AGG(NULLIF(x, 5000)) AS a
      FROM UNNEST(GENERATE_ARRAY(1, 6000)) AS x, UNNEST([1]) AS n GROUP BY n`;
    const message = expect.stringMatching(
      /^Array cannot have a null element; error in writing field a: .* leave it out with IGNORE NULLS/,
    );
    const engine = await open();
    const stored = compileQuery(sql, {}, { isCallersSql: false });

    await expect(rowsOf(engine, compileQuery(sql))).rejects.toMatchObject({ message });
    await expect(rowsOf(engine, stored)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  test('run gives no part of the rows where a late one raises an error', async () => {
    const sql = 'SELECT 1 / (x - 190000) AS y FROM UNNEST(GENERATE_ARRAY(1, 200000)) AS x';
    const query = compileQuery(sql, {}, { maxRows: 1_000_000 });

    await expect(rowsOf(await open(), query)).rejects.toMatchObject({ code: 'SQL_INVALID' });
  });

  test('run tells the caller nothing about what went wrong in a stored query', async () => {
    const engine = await open();
    const query = compileQuery(divide, {}, { isCallersSql: false });

    const error = await engine.run(query, { signal: NEVER }).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'ENGINE_FAILED' });
    expect(String(error)).not.toMatch(/zero|SELECT|UNNEST/i);
  });
}

function describeStopping({ open }: EngineSetup): void {
  test('run rejects at once with the reason of a signal that is aborted already', async () => {
    const engine = await open();

    await expect(
      engine.run(compileQuery('SELECT 1 AS n'), { signal: AbortSignal.abort(new Error('left')) }),
    ).rejects.toThrow('left');
  });

  test('run stops a query when its signal is aborted, and the engine goes on', async () => {
    const engine = await open();
    const caller = new AbortController();
    const running = engine.run(compileQuery(ENDLESS), { signal: caller.signal });
    setTimeout(() => caller.abort(new Error('left')), 100);
    const begin = performance.now();

    await expect(running).rejects.toThrow('left');

    expect(performance.now() - begin).toBeLessThan(2_000);
    expect((await engine.run(compileQuery('SELECT 1 AS n'), { signal: NEVER })).rows).toEqual([
      [1],
    ]);
  });

  test('run stops a query at its deadline', async () => {
    const engine = await open({ timeoutMs: 200 });

    await expect(engine.run(compileQuery(ENDLESS), { signal: NEVER })).rejects.toMatchObject({
      code: 'QUERY_TIMEOUT',
      status: 504,
    });
  });
}

function describeLife({ open }: EngineSetup): void {
  test('run answers many queries at once, each with its own rows', async () => {
    const engine = await open();
    // As many as one key may have waiting.
    const numbers = Array.from({ length: 32 }, (_, i) => i);

    const results = await Promise.all(
      numbers.map((value) =>
        engine.run(compileQuery('SELECT @p AS n', { p: { type: SCALARS.INT64, value } }), {
          signal: NEVER,
        }),
      ),
    );

    expect(results.map(({ rows }) => rows)).toEqual(numbers.map((n) => [[n]]));
  });

  test('check resolves while the engine can answer', async () => {
    const engine = await open();

    await expect(engine.check()).resolves.toEqual({ notes: 0, isAnswering: true });
  });

  test('close stops running queries, after which nothing runs any more', async () => {
    const engine = await open();
    const running = engine.run(compileQuery(ENDLESS), { signal: NEVER });
    const stopped = expect(running).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });

    await engine.close();

    await stopped;
    await expect(
      engine.run(compileQuery('SELECT 1 AS n'), { signal: NEVER }),
    ).rejects.toMatchObject({
      code: 'ENGINE_UNAVAILABLE',
    });
    await expect(engine.check()).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    await engine.close();
  });
}
