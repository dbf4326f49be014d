#!/bin/sh
# What: `fingerprint64` and `bigqueryFingerprint` of farmhash-modern are wrong for texts of 128, 192, 256 … bytes: one
# round more than in Google's FarmHash is computed where the length is a multiple of 64 above 64.
#
# Why it matters: the package offers `bigqueryFingerprint` to get BigQuery's FARM_FINGERPRINT. Buckets, samples and keys
# that are computed on both sides disagree for these texts and for no others, so tests with short texts pass.
#
# Expected: what Google's own code behind farmhash computes, and what BigQuery returned for 128 letters `a`, as reported
# at https://github.com/seiflotfy/rust-farmhash/issues/18 (the Rust port that farmhash-modern compiles to WebAssembly).
# Versions: farmhash-modern 1.1.0, farmhash 5.0.1, Node 20.3 or later. Needs npm and access to its registry.
# Exit code: 0 while the behaviour is as described, 1 when it has changed.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact farmhash-modern@1.1.0 farmhash@5.0.1

cat >try.cjs <<'JS'
const modern = require('farmhash-modern');
const farmhash = require('farmhash');

const BIGQUERY = -4747627967806356490n;
const LONGEST = 1100;

const wrong = [];
for (let length = 0; length <= LONGEST; length += 1) {
  const text = 'a'.repeat(length);
  const isSame =
    BigInt(modern.fingerprint64(text)) === BigInt(farmhash.fingerprint64(text)) &&
    BigInt(modern.bigqueryFingerprint(text)) === BigInt(farmhash.fingerprint64signed(text));
  if (!isSame) wrong.push(length);
}
const text = 'a'.repeat(128);
const byModern = BigInt(modern.bigqueryFingerprint(text));
const byFarmhash = BigInt(farmhash.fingerprint64signed(text));

console.log(`farmhash-modern 1.1.0, farmhash 5.0.1, Node ${process.version}`);
console.log(`128 letters a: farmhash-modern ${byModern}, farmhash ${byFarmhash}, BigQuery ${BIGQUERY}`);
console.log(`lengths up to ${LONGEST} that differ: ${wrong.join(' ')}`);

const expected = Array.from({ length: 16 }, (_, i) => 128 + i * 64);
const isAsDescribed = byFarmhash === BIGQUERY && byModern !== BIGQUERY && `${wrong}` === `${expected}`;
process.exit(isAsDescribed ? 0 : 1);
JS
node try.cjs || { echo 'Changed: this is no longer what is described, or it could not be tried.'; exit 1; }
echo 'As described: fingerprints of 128 bytes and further multiples of 64 are wrong.'
