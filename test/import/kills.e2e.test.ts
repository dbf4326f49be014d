import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killAfter, prepareKills } from '../support/import/kill-moment.ts';
import { openReader } from '../support/imported.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The long form, with two hundred moments all over each work: npm run bench -- import-kills
test.each([
  ['import', 60],
  ['import', 150],
  ['import', 250],
  ['undo', 2],
] as const)(
  'SIGKILL during %s, %i ms after it began, leaves the rows before or after it, and nothing else',
  async (work, ms) => {
    const folder = temporaryFolder();
    const killed = await prepareKills(work, join(folder, 'template'));

    const readers = [await openReader()];

    const findings = await killAfter(ms, killed, join(folder, 'data'), readers);

    expect(findings).toMatchObject({ lost: 0, doubled: 0, short: 0, left: 0 });
  },
);
