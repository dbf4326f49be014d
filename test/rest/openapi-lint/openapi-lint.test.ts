import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import spectral from '@stoplight/spectral-core';
import { expect, test } from 'vitest';
import { OPENAPI_FILE } from '../../../src/rest/print.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { RULESET } from './spectral-ruleset.ts';

const CONTRACT = readFileSync(OPENAPI_FILE, 'utf8');
const REDOCLY = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
const CONFIG = fileURLToPath(new URL('redocly.yaml', import.meta.url));

/** The rules that a document breaks, each with a place. */
async function spectralFindings(document: string): Promise<readonly string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(RULESET);
  const findings = await linter.run(JSON.parse(document));
  return findings.map(({ code, path }) => `${code} at ${path.join('/')}`);
}

async function redoclyFindings(document: string): Promise<readonly string[]> {
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, document);
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = [REDOCLY, 'lint', file, '--config', CONFIG, '--format', 'json'];
  const report = await new Promise<string>((resolve) => {
    // It exits with 1 if it finds anything.
    execFile(process.execPath, args, { env }, (_, output) => resolve(output));
  });
  const { problems }: { problems: readonly { ruleId: string }[] } = JSON.parse(report);
  return problems.map(({ ruleId }) => ruleId);
}

test('Redocly recommended-strict finds nothing in the contract', async () => {
  expect(await redoclyFindings(CONTRACT)).toEqual([]);
});

test('Spectral with the rules of OWASP finds nothing in the contract', async () => {
  expect(await spectralFindings(CONTRACT)).toEqual([]);
});

/** Faults, each with what is found then; those of a list are made together, as a run takes a third of a second. */
const FAULTS: readonly (readonly (readonly [from: string, to: string, expected: string])[])[] = [
  [
    ['"maxLength": 1048576', '"minLength": 0', 'owasp:api4:2023-string-limit at paths/'],
    ['"429": {', '"428": {', 'rate-limit-responses-429 at paths/'],
    ['"401": {', '"402": {', 'define-error-responses-401 at paths/'],
    ['"Access-Control-Allow-Origin": {\n', '"Other-Origin": {\n', 'define-cors-origin at '],
    ['"in": "header",\n        "name": "X-API-KEY"', '"in": "query",\n "name": "key"', 'in-url'],
  ],
  [['"maxLength": 16384', '"minLength": 0', 'owasp:api4:2023-string-limit at paths/']],
  [['"maxLength": 16384', '"type": "integer"', 'owasp:api4:2023-integer-limit at paths/']],
];

test.each(FAULTS)('Spectral finds every fault: %j', async (...faults) => {
  let broken = CONTRACT;
  for (const [from, to] of faults) {
    expect(broken).toContain(from);
    broken = broken.replaceAll(from, to);
  }

  const findings = (await spectralFindings(broken)).join('\n');

  for (const [, , expected] of faults) expect(findings).toContain(expected);
});

test('Redocly finds a response without a description', async () => {
  const broken = CONTRACT.replace('"description": "The rows."', '"summary": "The rows."');

  expect(await redoclyFindings(broken)).toContain('struct');
});

test('nothing but the health checks needs no key', () => {
  const { paths }: { paths: Record<string, Record<string, { security?: readonly object[] }>> } =
    JSON.parse(CONTRACT);

  const open = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).some(({ security }) => security?.length === 0) ? [path] : [],
  );
  expect(open).toEqual(['/livez', '/health', '/readyz']);
});
