import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { reportError } from '../../src/cli/command-error.ts';
import { createProgram } from '../../src/cli/fieldstone.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NEEDS_BIGQUERY =
  /^This command needs BigQuery: set ENGINE=bigquery, BIGQUERY_PROJECT and BIGQUERY_DATASET$/;

/** Command lines that are wrong use, and what the line says that they get. */
const WRONG: readonly (readonly [line: string, says: RegExp])[] = [
  ['strat', /^unknown command 'strat' \(Did you mean start\?\)$/],
  ['nothing', /^unknown command 'nothing'; write "fieldstone init\|.*\|start\|dev\|.*\|config"$/],
  ['init', /^missing .* 'dir'; write "fieldstone init <dir> \[options\]"$/],
  ['init a b', /^too many .*; write "fieldstone init <dir> \[options\]"$/],
  ['init x --data', /^option '--data <file...>' argument missing; write /],
  ['init x --dat', /\(Did you mean --data\?\)$/],
  ['add', /^missing .* 'file'; write "fieldstone add <file> \[options\]"$/],
  ['add query.txt', /^"query.txt" must be a \.sql file$/],
  ['add nothing.sql', /^Cannot read "nothing.sql": there is no such file$/],
  ['add nothing.sql --name Bad', /^"Bad" is no name of an endpoint.*: call it "bad", with --name$/],
  ['tables more', /; write "fieldstone tables pull"$/],
  ['tables pull', /^missing .* 'names'; write "fieldstone tables pull <names>"$/],
  ['start now', /; write "fieldstone start"$/],
  ['dev now', /; write "fieldstone dev"$/],
  ['query', /^missing .* 'endpoint'; write "fieldstone query <endpoint> \[options\]"$/],
  ['query nothing', /^There is no endpoint "nothing"; you may run functions/],
  ['query logs.all more', /^too many .*; write "fieldstone query <endpoint> \[options\]"$/],
  ['query logs.all --format xml', /^--format "xml" must be table, json, csv or ndjson$/],
  ['query logs.all --sql', /^option '--sql <text>' argument missing; write /],
  ['query logs.all --project', /^option '--project <value>' argument missing; write /],
  ['query logs.all --projct x', /^unknown option '--projct' \(Did you mean --project\?\)$/],
  ['query logs.all --url ftp://x', /^--url "ftp:\/\/x" must be like http/],
  ['query logs.all', /^Argument "project" is missing; it is required$/],
  ['endpoints nothing', /^There is no endpoint "nothing"; there are functions/],
  ['endpoints a b', /; write "fieldstone endpoints \[name\] \[options\]"$/],
  ['endpoints --format xml', /Allowed choices are table, json\.$/],
  ['endpoints --url nowhere', /^--url "nowhere" must be like http/],
  ['schema more', /; write "fieldstone schema \[options\]"$/],
  ['schema --wirte', /\(Did you mean --write\?\)$/],
  ['test nothing', /^There is no endpoint "nothing"; endpoints are .*logs\.all/],
  ['test --junit', /^option '--junit <file>' argument missing; write /],
  ['test --record logs.all', /^--record takes the name of an endpoint and that of a case$/],
  ['test --record nothing a', /^There is no endpoint "nothing"; endpoints are /],
  ['test --record logs.all a/b', /^"a\/b" cannot be the name of a case: /],
  ['test --record logs.all equivalent', /^"equivalent" cannot be the name of a case: /],
  ['test --bigquery', NEEDS_BIGQUERY],
  ['check --bigquery', NEEDS_BIGQUERY],
  ['bill', NEEDS_BIGQUERY],
  ['create-tables', NEEDS_BIGQUERY],
  ['check more', /; write "fieldstone check \[options\]"$/],
  ['check --format xml', /Allowed choices are text, json, github\.$/],
  ['check --format', /argument missing; write "fieldstone check \[options\]"$/],
  ['check --bigqeury', /\(Did you mean --bigquery\?\)$/],
  [
    'compare',
    /; write "fieldstone compare --old <url> --new <url> --requests <file> \[options\]"$/,
  ],
  ['export', /; write "fieldstone export <table> \[options\]"$/],
  ['export nothing', /^There is no table "nothing"; the tables are /],
  ['export postgres.logs --format xml', /Allowed choices are ndjson, parquet\.$/],
  ['export postgres.logs --from then', /^--from takes a time such as 20/],
  ['keys', /^a command is missing; write "fieldstone keys create\|list\|revoke"$/],
  ['keys nothing', /^unknown command 'nothing'; write "fieldstone keys create\|list\|revoke"$/],
  ['keys create', /^required .*; write "fieldstone keys create --name <name> \[options\]"$/],
  ['keys create --name x --endpoint no', /^There is no endpoint "no"; known are /],
  ['keys create --name x --pin no=1', /^No endpoint has an argument "no"; known are /],
  ['keys create --name x --pin project', /must be NAME=VALUE, as in --pin project=abc$/],
  ['keys create --name x --expires soon', /^--expires "soon" must be like 30d/],
  ['mcp more', /; write "fieldstone mcp \[options\]"$/],
  [
    'mcp --max-chars some',
    /^--max-chars "some" must be a number of characters with at most nine digits, 0 for no bound$/,
  ],
  ['keys list more', /; write "fieldstone keys list"$/],
  ['keys revoke', /; write "fieldstone keys revoke <id>"$/],
  ['import', /^Two arguments are needed: a table and a file$/],
  ['import nothing FILE', /^There is no table "nothing"; the tables are /],
  [
    'import postgres.logs FILE --format xml',
    /Allowed choices are ndjson, combined, csv, parquet\.$/,
  ],
  ['import --list more', /^--list and --undo take no table and no file$/],
  ['create-tables more', /; write "fieldstone create-tables \[options\]"$/],
  ['create-tables --print xml', /Allowed choices are terraform, bq\.$/],
  ['bill --since soon', /^--since "soon" must be like 7d/],
  ['bill --by key', /^unknown option '--by'; write "fieldstone bill \[options\]"$/],
  ['config more', /; write "fieldstone config"$/],
];

/** The exit code of a command line, and what it prints. */
async function run(words: readonly string[]) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const into = (lines: string[]) => (text: string | Uint8Array) => lines.push(String(text)) > 0;
  const out = vi.spyOn(process.stdout, 'write').mockImplementation(into(printed));
  const err = vi.spyOn(process.stderr, 'write').mockImplementation(into(complaints));
  try {
    await createProgram(PROJECT).parseAsync(words, { from: 'user' });
    return { code: 0, printed, complaints };
  } catch (error) {
    return { code: reportError(error, into(complaints)), printed, complaints };
  } finally {
    out.mockRestore();
    err.mockRestore();
  }
}

test.each(WRONG)(
  'fieldstone %s: exit code 2, and a line that says what to write',
  async (line, says) => {
    const data = temporaryFolder();
    const file = join(data, 'rows.ndjson');
    writeFileSync(file, '');
    vi.stubEnv('DEMO', 'false');
    vi.stubEnv('DATA_DIR', data);
    const { code, complaints, printed } = await run(line.replace('FILE', file).split(' '));

    expect(complaints.join('')).toMatch(/^[^\n]+\n$/);
    expect(complaints.join('').trimEnd()).toMatch(says);
    expect([code, printed]).toEqual([2, []]);
  },
);

test('the table has every command', () => {
  const linesOf = (command: Command, above = ''): readonly string[] =>
    command.commands
      .filter((one) => one.name() !== 'help')
      .flatMap((one) => [`${above}${one.name()}`, ...linesOf(one, `${above}${one.name()} `)]);
  const all = linesOf(createProgram(PROJECT));

  expect(all.length).toBeGreaterThan(14);
  expect(all.filter((name) => !WRONG.some(([line]) => line.startsWith(name)))).toEqual([]);
});
