// Runs before the first module of every command. Plain CommonJS, so that a Node that is too old can still say so.
'use strict';

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join, resolve } = require('node:path');

const OLDEST = [24, 11];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  process.stderr.write(
    `Fieldstone needs Node ${OLDEST.join('.')} or newer, and this is ${process.version}.\n` +
      'On Linux (x64, arm64) and Windows (x64) "npm ci" brings it along; elsewhere install it from https://nodejs.org and start again.\n',
  );
  process.exit(1);
}

// Keeps stripped types and compiled code of all modules, half a second of each start. A folder that cannot be written is
// no error.
enableCompileCache(join(__dirname, '../node_modules/.cache/node-compile-cache'));

// The settings of a project are in its folder; those of the package's own in the working folder.
const project = process.env.FIELDSTONE_PROJECT;
const isOwn = !project || resolve(project) === resolve(__dirname, '..');
const envFile = isOwn ? '.env' : join(project, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// libuv's pool runs DuckDB's queries and all file I/O: more threads than queries keeps files flowing. It is read when
// the pool is first used, which an ES module's loading already does.
process.env.UV_THREADPOOL_SIZE ??= '16';
