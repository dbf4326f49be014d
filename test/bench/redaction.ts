/**
 * `npm run bench -- redaction`: what redacting log lines costs beside one pass of a small regular expression over them,
 * and how the time grows with hostile text: about 2 for twice the length is linear. Goal: 100 MB/s on ordinary lines.
 */
import { createRedactor } from '../../src/redaction/redactor.ts';
import { accessLines } from '../redaction/access-lines.ts';

const ROUNDS = 12;
const HOSTILE_LENGTH = 1_000_000;
const HOSTILE = [
  ':',
  '::',
  '1:',
  '1.1.1.',
  '1.1.1.1 ',
  '1',
  '1-',
  'a@a@',
  'a%40',
  '%3A',
  '%',
  'eyJ.eyJ.',
  'eyJ-',
  'password=',
  'password="',
  'password=\\"',
  'token: ',
  'cookie=a; ',
  '--password ',
  'a</token>',
  '<token>a',
  '<token>a>',
  'name=token&value=',
  'AZDO',
  'IQoJb3JpZ2lu',
  'basic+',
  'Bearer ',
  'sk-',
  '+ops_',
  'pat.',
  'a/1.1.1.1 ',
  'a/1.1.1.1 (',
  '"value":"a",',
  '{"name":"token","value":"',
  'AKIA',
  'ghp_',
  '://',
  'a://b@',
  '[',
  '\\',
  '{"a":',
  '-----BEGIN ',
  '-----BEGIN PRIVATE KEY-----a"',
  '...',
  '4111 ',
  '+1 ',
  'DE22',
];

/** Processor time: another process on the machine does not count. */
function millisecondsOf(work: () => void): number {
  const start = process.cpuUsage();
  work();
  return process.cpuUsage(start).user / 1_000;
}

/** The time of a round in the middle; some systems count processor time in steps that make single rounds free. */
function medianOf(rounds: number, work: () => void): number {
  const times = Array.from({ length: rounds }, () => millisecondsOf(work));
  return times.toSorted((a, b) => a - b)[rounds >> 1] ?? 0;
}

const lines = accessLines(1, 20_000).map(({ address, rest }) =>
  Buffer.from(address + rest).toString(),
);
const megabytes = lines.reduce((sum, line) => sum + line.length, 0) / 1e6;
let found = 0;
const baseline = medianOf(ROUNDS, () => {
  for (const line of lines) found += line.match(/\d+\.\d+\.\d+\.\d+/g)?.length ?? 0;
});
process.stdout.write(
  `${megabytes.toFixed(1)} MB of access log, ${found / ROUNDS} matches of the baseline at ${(megabytes / (baseline / 1e3)).toFixed(0)} MB/s\n`,
);
for (const profile of ['default', 'extended'] as const) {
  const redactor = createRedactor(profile);
  const time = medianOf(ROUNDS, () => {
    for (const line of lines) redactor.text(line);
  });
  process.stdout.write(
    `${profile}: ${(megabytes / (time / 1e3)).toFixed(0)} MB/s, ${(time / baseline).toFixed(1)} times the baseline\n`,
  );
}

const redactor = createRedactor('extended');
for (const unit of HOSTILE) {
  const timeFor = (length: number) => {
    const text = unit.repeat(Math.ceil(length / unit.length));
    return medianOf(3, () => redactor.message(text));
  };
  const one = timeFor(HOSTILE_LENGTH);
  const two = timeFor(2 * HOSTILE_LENGTH);
  process.stdout.write(
    `${JSON.stringify(unit)}: 1 MB ${one.toFixed(0)} ms, 2 MB ${(two / one).toFixed(1)} times that\n`,
  );
}
