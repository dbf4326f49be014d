/**
 * Redacts a material with two builds in turn, in rounds of some milliseconds, so that other work on the machine meets both
 * alike, and prints the ratios of their processor time as JSON: `node rounds.ts BUILD OTHER_BUILD MATERIAL [FILE]`.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Redaction from '../../../src/redaction/redactor.ts';
import { textsOf } from './materials.ts';

const ROUNDS = { warming: 6, counted: 30 };

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
  // The one that is second finds the texts in the processor's caches: both are as often.
  const before = timeOf(ours);
  const others = timeOf(other) + timeOf(other);
  ratios.push((before + timeOf(ours)) / others);
}
process.stdout.write(JSON.stringify(ratios.slice(ROUNDS.warming)));
