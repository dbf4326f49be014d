import { spawnSync } from 'node:child_process';

/**
 * Compares the answers of all interfaces for many random projects: `-- 100` in place of 30, and `-- 100 7001` for those
 * from the seed 7001 on.
 */
const [count = '30', first = '1'] = process.argv.slice(2);
const seeds = `${first}-${Number(first) + Number(count) - 1}`;
const { status } = spawnSync('vitest', ['run', 'test/fuzz/projects', '--typecheck.enabled=false'], {
  stdio: 'inherit',
  // biome-ignore lint/style/noProcessEnv: what is started needs the same.
  env: { ...process.env, FIELDSTONE_PROJECTS: seeds },
});
process.exitCode = status ?? 1;
