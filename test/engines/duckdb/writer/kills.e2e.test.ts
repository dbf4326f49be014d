import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killAfter, prepareKills } from '../../../support/store/kill-moment.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let templates: string;

beforeAll(() => {
  templates = mkdtempSync(join(tmpdir(), 'fieldstone-kills-'));
});

afterAll(() => rmSync(templates, { recursive: true, force: true }));

// The long form, with two hundred moments all over each work: npm run bench -- store-kills
test.each([
  ['import', 50],
  ['undo', 30],
  ['compact', 40],
  ['convert', 30],
])(
  'SIGKILL during %s, %i ms after it began, leaves the rows before or after it, and nothing else',
  {
    timeout: 60_000,
  },
  async (work, ms) => {
    const folder = temporaryFolder();
    const killed = await prepareKills(work, join(folder, 'template'));

    const { hasCommitted: _, ...findings } = await killAfter(ms, killed, join(folder, 'store'));

    expect(findings).toEqual({ lost: 0, doubled: 0, short: 0, damaged: 0, left: 0 });
  },
);
