#!/usr/bin/env node
// Finds the Node that Fieldstone needs, and starts the service or the command line with it. Plain CommonJS, so that an
// older Node can run it, and short, so that the first line is there at once.
'use strict';

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const ALLOCATOR = require('./cli/allocator.cjs');
const { asksForHelp } = require('./cli/help.cjs');
const { SERVICE } = require('./node-flags.cjs');
const { IS_NEW_ENOUGH, TOO_OLD } = require('./node-version.cjs');
const { findProject, splitDirectory } = require('./project/find-folder.cjs');
const { whenNpmEnds } = require('./server/lifecycle/when-npm-ends.cjs');

const ROOT = join(__dirname, '..');
const PRELOAD = join(__dirname, 'preload.cjs');
const NODE = nodeToUse();
const { directory, rest: words } = splitDirectory(process.argv.slice(2));
const [command, ...rest] = words;
const isHelp = asksForHelp(words);
const isService = (command === 'start' || command === 'dev') && !isHelp;
const folder = projectFolder();
// biome-ignore lint/style/noProcessEnv: what is started needs the same, and the project.
const environment = { ...process.env, FIELDSTONE_PROJECT: folder };

if (isService) {
  if (rest.length > 0) {
    fail(`"${command}" takes no arguments but -C; settings are environment variables or .env`);
  }
  // Before the first write: as nginx does, the service goes on where its log cannot be written, as on a full disk.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.stdout.write('Fieldstone is starting …\n');
  run([...SERVICE, '-r', PRELOAD, entry('main'), command], environment);
} else {
  run(['-r', PRELOAD, entry('cli/fieldstone'), ...words], {
    ...ALLOCATOR,
    ...environment,
  });
}

/** The folder of the project, which is this package's own for the service and for help where there is no other. */
function projectFolder() {
  if (command === 'init') {
    if (directory === undefined) return ROOT;
    fail('"init" makes a project in the folder that it names, without -C: write init DIR');
  }
  try {
    // biome-ignore lint/style/noProcessEnv: the operator may name the project there.
    const variable = process.env.FIELDSTONE_PROJECT;
    const found = findProject({ directory, variable, cwd: process.cwd() });
    if (found !== undefined || isService || isHelp) return found ?? ROOT;
  } catch (error) {
    if (isHelp) return ROOT;
    fail(error.message);
  }
  fail(
    'There is no project here: change to a folder with a fieldstone.json, name one with -C, or make one with "fieldstone init DIR"',
  );
}

/** A module of the sources, or what was built of it in an installed package, which has no sources. */
function entry(name) {
  const source = join(__dirname, `${name}.ts`);
  return existsSync(source) ? source : join(ROOT, 'dist', `${name}.js`);
}

function fail(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

/** Runs Node in place of this process where it can be replaced, so that signals and memory are those of one process. */
function run(args, env) {
  if (process.execve && process.platform !== 'win32') {
    process.execve(NODE, [NODE, ...args], env);
  }
  let child;
  // A terminal signals both processes; a supervisor only this one. Before the other is there, so that none is left behind.
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  process.on('SIGINT', () => {});
  // Its channel closes when this process is killed, which cannot pass that on.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  child = spawn(NODE, args, { env, stdio });
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

/** The running Node where it is new enough, else the one that npm has brought along; ends this process without either. */
function nodeToUse() {
  if (IS_NEW_ENOUGH) return process.execPath;
  const isWindows = process.platform === 'win32';
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  try {
    // Resolved, since npm puts it beside this package or below it.
    return require.resolve(`${name}/bin/node${isWindows ? '.exe' : ''}`);
  } catch {
    process.stderr.write(TOO_OLD);
    process.exit(1);
  }
}
