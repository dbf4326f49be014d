#!/bin/sh
# What: REGEXP_INSTR of GoogleSQL's reference implementation gives the place behind an empty match: 2 for `^` and `x*` in
# "abc", where the match is at 1. With a group, `(x*)`, it gives 1, and a match that is not empty is placed right.
#
# Why it matters: other implementations are compared with this one. SUBSTR from that place misses the first letter, and a
# group that changes nothing else in a pattern changes the result.
#
# Versions: @fivetrandevelopers/zetasql 1.13.0 (340 MB), @grpc/grpc-js 1.14.7, @grpc/proto-loader 0.8.1, Node 20 or later.
# Linux or macOS. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact @fivetrandevelopers/zetasql@1.13.0 \
  @grpc/grpc-js@1.14.7 @grpc/proto-loader@0.8.1

cat >try.cjs <<'JS'
const { spawn } = require('node:child_process');
const grpc = require('@grpc/grpc-js');
const { loadSync } = require('@grpc/proto-loader');

const PORT = 45_000 + (process.pid % 10_000);
const FOLDER = 'node_modules/@fivetrandevelopers/zetasql/lib/zetasql/';
const suffix = (process.arch.startsWith('arm') ? '_arm' : '') + (process.platform === 'darwin' ? '' : '.so');
const server = spawn(`${FOLDER}remote_server${suffix}`, ['localhost', String(PORT)], { stdio: 'ignore' });
process.on('exit', () => server.kill('SIGKILL'));

const protocol = loadSync('local_service.proto', { includeDirs: [`${FOLDER}protos`], keepCase: true, longs: Number });
const { ZetaSqlLocalService } = grpc.loadPackageDefinition(protocol).zetasql.local_service;
const client = new ZetaSqlLocalService(`127.0.0.1:${PORT}`, grpc.credentials.createInsecure());
const call = (method, request) =>
  new Promise((resolve, reject) => {
    client[method](request, (error, response) => (error ? reject(error) : resolve(response)));
  });

(async () => {
  await new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + 15_000, (error) => (error ? reject(error) : resolve()));
  });
  const language_options = await call('GetLanguageOptions', { maximum_features: true });
  const placeOf = async (pattern) => {
    const sql = `SELECT REGEXP_INSTR('abc', r'${pattern}')`;
    const simple_catalog = { name: 'c', builtin_function_options: { language_options } };
    const { content } = await call('EvaluateQuery', { sql, simple_catalog, options: { language_options } });
    const place = content.table_data.row[0].cell[0].int64_value;
    console.log(`${sql}: ${place}`);
    return place;
  };
  const places = [];
  for (const pattern of ['^', '(^)', 'x*', '(x*)', 'a', 'b']) places.push(await placeOf(pattern));
  process.exit(`${places}` === '2,1,2,1,1,2' ? 0 : 1);
})();
JS
node try.cjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: the place of an empty match is the one behind it.'
