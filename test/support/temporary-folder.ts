import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder that is removed when the running test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fieldstone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
