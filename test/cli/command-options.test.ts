import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgram } from '../../src/cli/fieldstone.ts';
import { PROJECT } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['export postgres.logs'],
  ['import --list'],
  ['import --undo x'],
  ['query logs.all --project demo'],
])('%s needs a data folder, and makes none', async (command) => {
  const folder = temporaryFolder();
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  onTestFinished(() => void vi.unstubAllEnvs());

  const ended = createProgram(PROJECT).parseAsync(command.split(' '), { from: 'user' });

  const message = `There is no data folder "${join(folder, 'data')}"; is DATA_DIR right?`;
  await expect(ended).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(message),
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.each([['keys list'], ['keys revoke 0123456789ab']])(
  '%s needs the folder of the key file, and makes none',
  async (command) => {
    const folder = temporaryFolder();
    vi.stubEnv('DATA_DIR', join(folder, 'data'));
    onTestFinished(() => void vi.unstubAllEnvs());

    const ended = createProgram(PROJECT).parseAsync(command.split(' '), { from: 'user' });

    await expect(ended).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(
        `There is no folder for the key file "${join(folder, 'data')}/keys.json"`,
      ),
    });
    expect(readdirSync(folder)).toEqual([]);
  },
);
