/**
 * `npm run test:emulator` asks an independent server, goccy/bigquery-emulator, what the contract asks of every engine
 * about the fixture rows, and lists case by case what that server cannot do. It is built and started here, or it is
 * the one that FIELDSTONE_EMULATOR_URL names. Then `emulator.test.ts` asks it again, with Google's Go client too. With
 * `--write` the names of the cases that are right, which that test asks for, and the errors of the others are kept.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type FixtureCase, sandboxCases, storedCases } from '../engines/fixture-cases.ts';
import { emulatorBinary } from './binary.ts';
import { loadFixtures } from './load-fixtures.ts';
import { EmulatorProcess } from './process.ts';
import { KNOWN_ERRORS, PLACE, RIGHT_CASES, type Trial, tryCase } from './trial.ts';

// biome-ignore lint/style/noProcessEnv: this is a program of its own, with no other configuration.
const NAMED = process.env['FIELDSTONE_EMULATOR_URL'];

const own = NAMED ? undefined : await EmulatorProcess.open(emulatorBinary());
const url = NAMED ?? own?.url ?? '';
if (NAMED) await loadFixtures(NAMED, PLACE.project, PLACE.dataset);

const trials: Trial[] = [];
try {
  for (const item of [...storedCases(), ...sandboxCases()]) trials.push(await tryOn(item));
  keepFindings();
  await own?.restart();
  const command = [
    `FIELDSTONE_EMULATOR_URL=${url}`,
    'vitest',
    'run',
    'test/emulator/emulator.test.ts',
  ];
  const { status } = spawnSync('env', command, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  await own?.close();
}

/** A query can leave the emulator broken for all that follow: such a case is asked again of a fresh one. */
async function tryOn(item: FixtureCase): Promise<Trial> {
  const trial = await tryCase(url, item);
  if (!own) return trial;
  if (own.hasEnded) {
    await own.restart();
    return { ...trial, detail: 'the emulator crashed' };
  }
  if (!/^runtime error/.test(trial.detail)) return trial;
  await own.restart();
  return tryCase(url, item);
}

/** Prints what is not right, and with `--write` keeps it. */
function keepFindings(): void {
  const failed = trials.filter(({ verdict }) => verdict !== 'right');
  for (const { detail, title, verdict } of failed) {
    process.stdout.write(`${verdict}: ${title}\n    ${detail}\n`);
  }
  const count = (verdict: Trial['verdict']) =>
    trials.filter((trial) => trial.verdict === verdict).length;
  process.stdout.write(
    `\n${trials.length} cases: ${count('right')} right, ${count('wrong rows')} with wrong rows, ` +
      `${count('refused')} refused; the emulator was started anew ${own?.restarts ?? 0} times\n`,
  );
  if (!process.argv.includes('--write')) return;
  const right = trials.filter(({ verdict }) => verdict === 'right').map(({ title }) => title);
  writeFileSync(RIGHT_CASES, `${JSON.stringify(right, null, 2)}\n`);
  const errors = failed.map(({ detail, title, verdict }) => [title, `${verdict}: ${detail}`]);
  writeFileSync(KNOWN_ERRORS, `${JSON.stringify(Object.fromEntries(errors), null, 2)}\n`);
}
