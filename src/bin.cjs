#!/usr/bin/env node
// Finds the Node that Fieldstone needs, and starts the service or the command line with it. Plain CommonJS, so that an
// older Node can run it, and short, so that the first line is there at once.
'use strict';

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const ALLOCATOR = require('./cli/allocator.cjs');
const { SERVICE } = require('./node-flags.cjs');
const { whenNpmEnds } = require('./server/lifecycle/when-npm-ends.cjs');

const ROOT = join(__dirname, '..');
const PRELOAD = join(ROOT, 'src/preload.cjs');
const [command, ...rest] = process.argv.slice(2);
const isHelp = rest.some((word) => word === '--help' || word === '-h');

if ((command === 'start' || command === 'dev') && !isHelp) {
  if (rest.length > 0) {
    process.stderr.write(
      `"${command}" takes no arguments; settings are environment variables or .env\n`,
    );
    process.exit(2);
  }
  // Before the first write: as nginx does, the service goes on where its log cannot be written, as on a full disk.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.stdout.write('Fieldstone is starting …\n');
  const flags = command === 'dev' ? ['--watch'] : SERVICE;
  run([...flags, '-r', PRELOAD, join(ROOT, 'src/main.ts')]);
} else {
  // biome-ignore lint/style/noProcessEnv: what is started needs the same.
  const env = { ...ALLOCATOR, ...process.env };
  run(['-r', PRELOAD, join(ROOT, 'src/cli/fieldstone.ts'), ...process.argv.slice(2)], { env });
}

/** Runs Node in place of this process where it can be replaced, so that signals and memory are those of one process. */
function run(args, options = {}) {
  const node = nodeToUse();
  if (process.execve && process.platform !== 'win32') {
    // biome-ignore lint/style/noProcessEnv: what is started gets the same.
    process.execve(node, [node, ...args], options.env ?? process.env);
  }
  let child;
  // A terminal signals both processes; a supervisor only this one. Before the other is there, so that none is left behind.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  // Its channel closes when this process is killed, which cannot pass that on.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  child = spawn(node, args, { ...options, stdio });
  whenNpmEnds(() => child.connected && child.disconnect());
  child.on('error', (error) => {
    process.stderr.write(`Cannot start Node: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** The running Node where it is new enough, else the one that npm ci has brought along. */
function nodeToUse() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 11)) return process.execPath;
  const brought = join(
    ROOT,
    'node_modules/.bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return existsSync(brought) ? brought : process.execPath;
}
