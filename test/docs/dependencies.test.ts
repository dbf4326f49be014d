import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

interface Packages {
  readonly dependencies: object;
  readonly optionalDependencies: object;
  readonly devDependencies: object;
}

const { dependencies, optionalDependencies, devDependencies }: Packages = JSON.parse(
  read('package.json'),
);
const { packages }: { packages: Record<string, { readonly license: string }> } = JSON.parse(
  read('package-lock.json'),
);

/** The rows of the page's tables: packages, their licences, and why they are there. */
const ROWS = [...read('docs/dependencies.md').matchAll(/^\| (`.*?) \| (.*?) \| (.+) \|$/gm)].map(
  ([, names = '', licences = '', why = '']) => ({
    names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    licences: licences.split(', '),
    why,
  }),
);

test('the page of dependencies names every package once, and no other', () => {
  const named = ROWS.flatMap(({ names }) => names);
  const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });

  expect(named.toSorted()).toEqual(installed.toSorted());
});

test('the page of dependencies says the licence of each', () => {
  for (const { licences, names } of ROWS) {
    const real = new Set(names.map((name) => packages[`node_modules/${name}`]?.license));

    expect({ names, licences: licences.toSorted() }).toEqual({
      names,
      licences: [...real].toSorted(),
    });
  }
});
