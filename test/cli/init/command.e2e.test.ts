import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFolder } from '../../support/project-folder.ts';

const BIN = fileURLToPath(new URL('../../../src/bin.cjs', import.meta.url));
const TIMEOUT_MS = 300_000;

/** Runs the command line as a shell in a folder without a project would. */
function fieldstone(cwd: string, ...args: readonly string[]) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    env: {},
    encoding: 'utf8',
  });
  return { code: status, out: stdout, err: stderr };
}

test(
  'init and add work from an empty folder on, and refuse wrong use in one line',
  () => {
    const cwd = projectFolder({
      'orders.csv': 'id,amount\n1,2.5\n',
      'new.sql': 'SELECT SUM(amount) AS total FROM orders\n',
      'wrong.sql': 'SELECT total FROM orders\n',
    });

    expect(fieldstone(cwd, 'init', 'shop', '--data', 'orders.csv')).toEqual({
      code: 0,
      out: 'endpoints/orders.sql  orders\n\nThe project is made; .env has a key for it. Next: cd shop && npx fieldstone dev\n',
      err: '',
    });
    const added = fieldstone(cwd, 'add', 'new.sql', '-C', 'shop');
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain('curl -H "X-API-KEY: $FIELDSTONE_KEY"');
    expect(readFileSync(join(cwd, 'shop/schema/schema.graphql'), 'utf8')).toContain('  new(');
    const key = /^FIELDSTONE_KEY=(.*)$/m.exec(readFileSync(join(cwd, 'shop/.env'), 'utf8'))?.[1];
    expect(added.out).not.toContain(key);

    const refused = fieldstone(join(cwd, 'shop'), 'add', '../wrong.sql');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(
      /^\.\.\/wrong\.sql:1:8: .*\n> 1 \| SELECT total FROM orders\n {4}\| {8}\^\n$/,
    );
    const tables = fieldstone(join(cwd, 'shop'), 'tables');
    expect(tables).toMatchObject({ code: 0, err: '' });
    expect(tables.out).toMatch(/^orders {2}files data\/orders\.csv\n/);

    for (const args of [
      ['init', 'shop'],
      ['init', 'x', '-C', 'shop'],
      ['add', 'new.sql', '-C', 'shop'],
      ['tables', 'pull', 'orders', '-C', 'shop'],
      ['add', 'new.sql'],
    ]) {
      const { code, err, out } = fieldstone(cwd, ...args);
      expect({ code, out }, args.join(' ')).toEqual({ code: 2, out: '' });
      expect(err, args.join(' ')).toMatch(/^[^\n]+\n$/);
    }
  },
  TIMEOUT_MS,
);
