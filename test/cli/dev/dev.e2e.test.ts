import { expect, test, vi } from 'vitest';
import { editUnderLoad } from '../../support/dev/edit-under-load.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 300_000 });

test('while every kind of file is edited, no request fails, and RELOADED comes when the edit is served', async () => {
  const { faults, reloads, requests } = await editUnderLoad(temporaryFolder(), 25);

  expect(faults).toEqual([]);
  expect(reloads).toBe(25);
  expect(requests).toBeGreaterThan(200);
});
