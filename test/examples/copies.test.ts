import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installedBy } from '../docs/packages.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const CLIENTS = ['apollo', 'fetch-typed', 'react-urql'];

/** What the files of a folder import or extend. */
function importsOf(folder: string): readonly string[] {
  const files = readdirSync(new URL(`${folder}/`, EXAMPLES)).filter((name) =>
    /\.(tsx?|json)$/.test(name),
  );
  return files.flatMap((name) => {
    const text = readFileSync(new URL(`${folder}/${name}`, EXAMPLES), 'utf8');
    return [...text.matchAll(/(?:from |"extends": )['"]([^'"]+)['"]/g)].map(
      ([, path = '']) => path,
    );
  });
}

test.each(CLIENTS)('a copy of %s finds everything that it imports', (folder) => {
  const installed = installedBy(`examples/${folder}/README.md`).map(({ name }) => name);
  const imported = [...importsOf(folder), ...importsOf('generated')];
  const beside = ['./', '../cache-config.ts', '../generated/gql.ts'];

  const missing = imported.filter(
    (path) =>
      !beside.some((known) => path.startsWith(known)) &&
      !installed.some((name) => path === name || path.startsWith(`${name}/`)),
  );

  expect(imported.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});
