import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { markdownFiles } from './markdown.ts';
import { installedBy } from './packages.ts';

const { dependencies, devDependencies } = packageJson;
const TESTED: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };

test('pages install packages in the versions that are tested here', () => {
  const installed = markdownFiles().flatMap(installedBy);

  expect(installed.length).toBeGreaterThan(0);
  expect(installed.filter(({ name, version }) => TESTED[name] !== version)).toEqual([]);
});
