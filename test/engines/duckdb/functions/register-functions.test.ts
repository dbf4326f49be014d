import { hash } from 'node:crypto';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { registerFunctions } from '../../../../src/engines/duckdb/functions/register-functions.ts';
import { interruptWhenAborted } from '../../../../src/engines/duckdb/queries/interrupt.ts';

async function connected(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const registering = await instance.connect();
  registerFunctions(registering);
  registering.closeSync();
  const connection = await instance.connect();
  onTestFinished(() => connection.closeSync());
  return connection;
}

async function rowsOf(connection: DuckDBConnection, sql: string) {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

const HASH = 'hex(gsql_sha512(encode(text)))';

test('registered functions compute every row, of every length and among NULLs', async () => {
  const connection = await connected();
  const texts =
    "SELECT CASE WHEN i % 3 > 0 THEN i || repeat('x', i % 20) END AS text FROM range(5000) AS r(i)";

  const rows = await rowsOf(connection, `SELECT text, ${HASH} FROM (${texts})`);

  expect(rows).toHaveLength(5000);
  for (const [text, found] of rows) {
    const expected = typeof text === 'string' ? hash('sha512', text).toUpperCase() : null;
    expect(found).toBe(expected);
  }
});

test('statements at once share registered functions', async () => {
  const connection = await connected();
  const others = await Promise.all([connected(), connected()]);

  const results = await Promise.all(
    [connection, connection, ...others].map((one) =>
      rowsOf(
        one,
        `SELECT count(DISTINCT ${HASH}) FROM (SELECT i || '' AS text FROM range(50000) AS r(i))`,
      ),
    ),
  );

  expect(results).toEqual(Array.from({ length: 4 }, () => [['50000']]));
});

test('a statement with a registered function can be interrupted', async () => {
  const connection = await connected();
  const stop = new AbortController();
  onTestFinished(interruptWhenAborted(connection, stop.signal));
  setTimeout(() => stop.abort(), 50);

  const running = connection.run(
    `SELECT max(${HASH}) FROM (SELECT i || '' AS text FROM range(100000000) AS r(i))`,
  );

  await expect(running).rejects.toThrow('Interrupted');
});

/** The longest text that a function takes and gives. */
const MAX = 32_768;

test('the texts of a call do not count together: how many there are depends on rows of others', async () => {
  const connection = await connected();
  const texts = `SELECT repeat('x', ${MAX} - 4) || (1000 + i) AS text FROM range(2048) AS r(i)`;

  const rows = await rowsOf(
    connection,
    `SELECT count(${HASH}), count(gsql_normalize(text, 'NFC')) FROM (${texts})`,
  );

  expect(rows).toEqual([['2048', '2048']]);
});

// Each part is found at nearly every place, and never between delimiters.
const PARTS = [190, 191, 192, 193, 194].map((length) => `\`${'a'.repeat(length)}\``).join(' OR ');
const TOO_LONG = 'Texts of more than 32 KB are too long for this function';

test.each([
  ['to take a longer text', `gsql_sha512(encode(repeat('x', ${MAX} + 1)))`, TOO_LONG],
  ['to give a longer text', `gsql_normalize(repeat(chr(65018), ${MAX} // 3), 'NFKC')`, TOO_LONG],
  [
    'to go on for more than two seconds',
    `max(gsql_search(repeat('a', 30000) || i, '${PARTS}'))`,
    'The texts take too long for this function',
  ],
])('a function refuses %s', async (_, call, message) => {
  const connection = await connected();

  const running = connection.run(`SELECT ${call} FROM range(2048) AS r(i)`);

  await expect(running).rejects.toThrow(`Invalid Input Error: GoogleSQL: ${message}`);
});
