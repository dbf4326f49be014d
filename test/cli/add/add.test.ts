import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { add } from '../../../src/cli/add/add.ts';
import { bigQueryDescriber } from '../../../src/engines/bigquery/describer.ts';
import { ProjectError } from '../../../src/project/problems/project-error.ts';
import { bigQueryEnvironment } from '../../support/bigquery/environment.ts';
import { openBigQueryServer } from '../../support/bigquery/open-server.ts';
import { hideCredentials } from '../../support/foreign-project.ts';
import { projectFolder } from '../../support/project-folder.ts';

const ORDERS = JSON.stringify([
  { name: 'id', type: 'STRING', mode: 'REQUIRED' },
  { name: 'status', type: 'STRING' },
]);

/** A project with an endpoint `all`, and a file `new.sql` beside it. */
function shop(sql: string, files: Readonly<Record<string, string>> = {}) {
  const folder = projectFolder({
    'fieldstone.json': '{}',
    'tables/orders.json': ORDERS,
    'endpoints/all.sql': 'SELECT id FROM orders',
    ...files,
  });
  const file = join(projectFolder({ 'new.sql': sql }), 'new.sql');
  return { folder, file };
}

async function runAdd(
  { file, folder }: { readonly file: string; readonly folder: string },
  options: Partial<Parameters<typeof add>[1]> & { readonly name?: string } = {},
): Promise<{ readonly out: string; readonly complaints: readonly string[] }> {
  const { name, ...others } = options;
  let out = '';
  const complaints: string[] = [];
  await add(
    { file, name },
    {
      folder,
      config: () => ({ host: '0.0.0.0', port: 4100 }),
      key: '$FIELDSTONE_KEY',
      write: (text) => {
        out += text;
      },
      complain: (line) => complaints.push(line),
      ...others,
    },
  );
  return { out, complaints };
}

test('add copies the SQL, and prints the field and a request with a key', async () => {
  const sql = 'SELECT id, status FROM orders WHERE status = @status AND @n > 0 LIMIT 5\n';
  const made = shop(sql);

  const { complaints, out } = await runAdd(made, { name: 'orders.open' });

  expect(readFileSync(join(made.folder, 'endpoints/orders.open.sql'), 'utf8')).toBe(sql);
  expect(out).toContain('GraphQL  ordersOpen(status: String!, n: Int64!, limit: Int');
  expect(out).toMatch(
    /\ncurl -H "X-API-KEY: \$FIELDSTONE_KEY" 'http:\/\/127\.0\.0\.1:4100\/api\/endpoints\/query\/orders\.open\?status=&n=0'\n$/,
  );
  expect(complaints).toEqual([]);
  expect(existsSync(join(made.folder, 'schema'))).toBe(false);
});

test('add prints schema/ anew where it is there', async () => {
  const made = shop('SELECT status FROM orders', { 'schema/schema.graphql': '' });

  await runAdd(made);

  const sdl = readFileSync(join(made.folder, 'schema/schema.graphql'), 'utf8');
  expect(sdl).toMatch(/all\(.*new\(/s);
});

test.each([
  ['a column that is not there', 'SELECT nme\nFROM orders', { line: 1, column: 8 }],
  ['a tag that is not there', '-- @chache 1m\nSELECT id FROM orders', { line: 1 }],
  ['text that is no SELECT', 'DELETE FROM orders WHERE TRUE', { line: 1, column: 1 }],
])('add refuses %s at its place, and writes nothing', async (_, sql, place) => {
  const made = shop(sql, { 'schema/schema.graphql': '' });

  const added = runAdd(made);

  await expect(added).rejects.toBeInstanceOf(ProjectError);
  await expect(added).rejects.toMatchObject({ problems: [{ file: made.file, ...place }] });
  expect(readdirSync(join(made.folder, 'endpoints'))).toEqual(['all.sql']);
  expect(readFileSync(join(made.folder, 'schema/schema.graphql'), 'utf8')).toBe('');
});

test('add works beside an endpoint with mistakes, and leaves schema/ then', async () => {
  const made = shop('SELECT id FROM orders', {
    'endpoints/wrong.sql': 'SELECT nothing FROM orders',
    'schema/schema.graphql': 'before',
  });

  const { complaints } = await runAdd(made);

  expect(complaints).toEqual([expect.stringContaining('schema/ stays as it is')]);
  expect(existsSync(join(made.folder, 'endpoints/new.sql'))).toBe(true);
  expect(readFileSync(join(made.folder, 'schema/schema.graphql'), 'utf8')).toBe('before');
});

test.each([
  ['a file that is not there', { file: 'nowhere.sql' }, /there is no such file/],
  ['a file that is no SQL', { file: 'new.txt' }, /must be a \.sql file/],
  ['a name that is none', { name: 'Bad Name' }, /call it "bad-name", with --name/],
  ['the name of another', { name: 'all' }, /another name with --name/],
])(
  'add refuses %s as wrong use',
  async (_, { file, name }: { file?: string; name?: string }, message) => {
    const made = shop('SELECT id FROM orders');

    const added = runAdd({ ...made, ...(file && { file }) }, name === undefined ? {} : { name });

    await expect(added).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(message),
    });
  },
);

test('add writes to the contract what BigQuery says of a text that only it knows', async () => {
  hideCredentials();
  const { url } = await openBigQueryServer();
  const made = shop('-- @engine bigquery\nSELECT 1 AS n');
  const describeOnBigQuery = bigQueryDescriber(bigQueryEnvironment(url));

  await runAdd(made, { describeOnBigQuery });

  const contract = JSON.parse(readFileSync(join(made.folder, 'schema/contract.json'), 'utf8'));
  expect(contract.endpoints.new).toMatchObject({ engine: 'bigquery', columns: [{ name: 'n' }] });
});
