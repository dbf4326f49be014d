import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const QUERY = 'src/endpoints/usage.api-counts/query.sql';
const COUNT = "COUNTIF(STRPOS(path, '/rest') > 0) AS";

/** A copy of this checkout in which a query counts otherwise. */
export interface OtherRelease {
  readonly root: string;
  /** What its first count is larger by. */
  readonly added: number;
  remove(): void;
}

export async function otherRelease(): Promise<OtherRelease> {
  const root = mkdtempSync(join(tmpdir(), 'fieldstone-release-'));
  const added = 1_000;
  for (const part of ['src', 'schema', 'package.json']) {
    cpSync(join(ROOT, part), join(root, part), { recursive: true });
  }
  for (const part of ['node_modules', 'dist']) symlinkSync(join(ROOT, part), join(root, part));
  const query = readFileSync(join(root, QUERY), 'utf8');
  if (!query.includes(COUNT)) throw new Error(`${QUERY} does not count as it did`);
  writeFileSync(join(root, QUERY), query.replace(COUNT, `${added} + ${COUNT}`));
  return { root, added, remove: () => rmSync(root, { recursive: true, force: true }) };
}
