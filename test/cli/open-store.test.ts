import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../../src/cli/fieldstone.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['data check'],
  ['data copy FOLDER/copy'],
  ['export postgres.logs'],
  ['import --list'],
  ['import --undo x'],
  ['query logs.all --project demo'],
])('%s needs a data folder, and makes none', async (command) => {
  const folder = temporaryFolder();
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const args = command.replace('FOLDER', folder).split(' ');

  const ended = createProgram().parseAsync(args, { from: 'user' });

  const message = `There is no data folder "${join(folder, 'data')}"; is DATA_DIR right?`;
  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(message),
  });
  expect(readdirSync(folder)).toEqual([]);
});
