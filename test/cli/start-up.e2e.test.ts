import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const BIN = fileURLToPath(new URL('../../src/bin.cjs', import.meta.url));

/** Prints what a process has loaded when it ends. */
const PROBE = `data:text/javascript,${encodeURIComponent(
  'process.on("exit",()=>process.stderr.write("Libraries: "+process.report.getReport().sharedObjects))',
)}`;

test.each([[['--help']], [['keys', 'list']], [['import', '--help']], [['data', 'nothing']]])(
  'fieldstone %j does not wait until DuckDB is loaded',
  (args) => {
    const env = { DATA_DIR: temporaryFolder(), NODE_OPTIONS: `--import=${PROBE}` };

    const { stderr } = spawnSync(process.execPath, [BIN, ...args], { env, encoding: 'utf8' });

    expect(stderr).toContain('Libraries: ');
    expect(stderr).not.toContain('duckdb');
  },
  60_000,
);
