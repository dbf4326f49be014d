// Runs before the first module of every command. Plain CommonJS, so that a Node that is too old can still say so.
'use strict';

const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { basename, join, resolve } = require('node:path');
const { IS_NEW_ENOUGH, TOO_OLD } = require('./node-version.cjs');

if (!IS_NEW_ENOUGH) {
  process.stderr.write(TOO_OLD);
  process.exit(1);
}

// Keeps stripped types and compiled code of all modules, half a second of each start. A folder that cannot be written is
// no error.
const packages = join(__dirname, '../..');
const cache = basename(packages) === 'node_modules' ? packages : join(__dirname, '../node_modules');
enableCompileCache(join(cache, '.cache/node-compile-cache'));

// The settings of a project are in its folder; those of the package's own in the working folder.
const project = process.env.FIELDSTONE_PROJECT;
const isOwn = !project || resolve(project) === resolve(__dirname, '..');
const envFile = isOwn ? '.env' : join(project, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

// libuv's pool runs DuckDB's queries and all file I/O: more threads than queries keeps files flowing. It is read when
// the pool is first used, which an ES module's loading already does.
process.env.UV_THREADPOOL_SIZE ??= '16';
