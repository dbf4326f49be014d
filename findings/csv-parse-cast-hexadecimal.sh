#!/bin/sh
# What: csv-parse with `cast: true` makes 0 of each text that begins with `0x`, `0o` or `0b` and is a number of JavaScript:
# of `0x4f2a`, `0xFF` and `0b11`. It takes the text for a number, as `Number` does, and reads it by `parseFloat`, which
# stops at the letter.
#
# Why it matters: identifiers of blocks, transactions and devices, colours and flags are written so. They all become the
# same 0, which joins and groups them; neither the text nor the number is left, and there is no error.
#
# Versions: csv-parse 7.0.3, Node 20 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact csv-parse@7.0.3

cat >try.mjs <<'JS'
import { parse } from 'csv-parse/sync';

const TEXT = 'device,level\n0x4f2a,12\n0xFF,1e3\n0b11,0.5\n0o17,x\n';
const casts = parse(TEXT, { columns: true, cast: true });
const texts = parse(TEXT, { columns: true });
console.log(`csv-parse 7.0.3, Node ${process.version}`);
for (const [i, { device, level }] of casts.entries()) {
  console.log(`${texts[i].device} is ${device}, Number() gives ${Number(texts[i].device)}; ${texts[i].level} is ${level}`);
}

const isAsDescribed =
  casts.every(({ device }) => device === 0) && texts.every(({ device }) => Number(device) > 0) &&
  `${casts.map(({ level }) => level)}` === '12,1000,0.5,x';
process.exit(isAsDescribed ? 0 : 1);
JS
node try.mjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: hexadecimal numbers become 0.'
