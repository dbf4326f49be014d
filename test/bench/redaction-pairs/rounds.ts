/**
 * Redacts a material with two builds in turn, in rounds of some milliseconds, so that other work on the machine meets both
 * alike, and prints the ratios of their processor time as JSON: `node rounds.ts BUILD OTHER_BUILD MATERIAL [FILE]`.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Redaction from '../../../src/redaction/redactor.ts';
import { textsOf } from './materials.ts';

const ROUNDS = { warming: 10, counted: 60 };

const [root = '', otherRoot = '', name = '', file] = process.argv.slice(2);
const texts = textsOf(name, file);

async function redactorOf(build: string): Promise<Redaction.Redactor> {
  const url = pathToFileURL(join(build, 'src/redaction/redactor.ts')).href;
  const { createRedactor } = (await import(url)) as typeof Redaction;
  return createRedactor('default');
}

/** Processor time of one redaction of all texts in microseconds. */
function timeOf(redactor: Redaction.Redactor): number {
  const start = process.cpuUsage();
  for (const text of texts) redactor.text(text);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

const ours = await redactorOf(root);
const other = await redactorOf(otherRoot);
const ratios: number[] = [];
for (let round = 0; round < ROUNDS.warming + ROUNDS.counted; round += 1) {
  // Each is the first as often: what one leaves behind in memory is collected beside the next.
  const isFirst = round % 2 === 0;
  const before = isFirst ? 0 : timeOf(other);
  const time = timeOf(ours);
  ratios.push(time / (isFirst ? timeOf(other) : before));
}
process.stdout.write(JSON.stringify(ratios.slice(ROUNDS.warming)));
