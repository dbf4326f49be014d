/** An input with one bad line of each of twenty kinds, for several projects; child processes use it too. */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { importRows } from '../../../src/import/import-rows.ts';
import { RejectsFile } from '../../../src/import/rejects.ts';
import { EVENTS, eventRows } from './event-rows.ts';

/** The projects for which the input is imported, one after the other. */
export const OWNERS = ['a', 'b'] as const;

const FIRST = 10_000;
const GOOD = 3_000;
const FIRST_MENDED = 20_000;
const T = '"timestamp": "2026-07-02T10:00:00Z"';

const BAD: readonly (string | Buffer)[] = [
  `{${T}`,
  `[{${T}}]`,
  '5',
  '"text"',
  Buffer.from([0x7b, 0xff, 0x7d]),
  '{"id": 1}',
  '{"timestamp": null}',
  '{"timestamp": "soon"}',
  '{"timestamp": "2026-02-30"}',
  '{"timestamp": "2026-07-01T24:00:00Z"}',
  `{${T}, "id": 1.5}`,
  `{${T}, "id": 1e19}`,
  `{${T}, "id": true}`,
  `{${T}, "id": "one"}`,
  `{${T}, "ID": 1}`,
  `{${T}, "meta": {}}`,
  `{${T}, "meta": [null]}`,
  `{${T}, "meta": [{"level": {}}]}`,
  `{${T}, "meta": [{"level": "\\ud800"}]}`,
  `{${T}, "meta": [{"size": 200.5}]}`,
];

/** The number of lines before each bad one. */
const EVERY = GOOD / BAD.length;

/** The lines in their order: the bad ones are dealt among the good ones. */
function plantedLines(): Buffer {
  const good = eventRows(FIRST, GOOD).map((row) => ({ ...row, project: undefined }));
  const parts = BAD.flatMap((bad, i) => [
    ...good.slice(i * EVERY, (i + 1) * EVERY).map((row) => `${JSON.stringify(row)}\n`),
    ...[bad, '\n'],
  ]);
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

const NUMBERS_OF_BAD = BAD.map((_, i) => (i + 1) * (EVERY + 1));

/** The ids of the good lines, and of the bad ones once they are mended. */
export const GOOD_IDS = Array.from({ length: GOOD }, (_, i) => FIRST + i);
export const MENDED_IDS = BAD.map((_, i) => FIRST_MENDED + i);

async function importText(
  dataDir: string,
  tenant: string,
  text: Buffer,
  rejects?: RejectsFile,
): Promise<void> {
  const input = Readable.from([text]);
  await importRows({ dataDir, table: EVENTS, input, format: 'ndjson', tenant, rejects });
}

/** Imports the input for a project; its bad lines go to the file `rejects`. */
export async function importPlanted(
  dataDir: string,
  owner: string,
  rejects: string,
): Promise<void> {
  const file = await RejectsFile.create(rejects);
  try {
    await importText(dataDir, owner, plantedLines(), file);
  } finally {
    await file.close();
  }
}

/** Imports each line of the file of rejects once it is mended; rejects unless these are all bad lines. */
export async function importMended(dataDir: string, owner: string, rejects: string): Promise<void> {
  const lines = readFileSync(rejects, 'utf8').trimEnd().split('\n');
  const numbers: number[] = lines.map((line) => JSON.parse(line).line);
  if (numbers.join() !== NUMBERS_OF_BAD.join()) throw new Error(`Bad lines: ${numbers}`);
  const mended = MENDED_IDS.map((id) => `{${T}, "id": ${id}}\n`).join('');
  await importText(dataDir, owner, Buffer.from(mended));
}
