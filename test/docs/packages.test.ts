import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { codeBlocks, markdownFiles } from './markdown.ts';

const { dependencies, devDependencies } = packageJson;
const TESTED: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };

/** What `npm i` lines of a page install, as `name@version`. */
function installedBy(page: string): readonly string[] {
  const lines = codeBlocks(page).flatMap(({ text }) => text.split('\n'));
  return lines
    .filter((line) => line.startsWith('npm i '))
    .flatMap((line) => line.split(' ').slice(2))
    .filter((word) => !word.startsWith('-'));
}

test('pages install packages in the versions that are tested here', () => {
  const installed = markdownFiles().flatMap(installedBy);
  const untested = installed.filter((spec) => {
    const at = spec.lastIndexOf('@');
    return TESTED[spec.slice(0, at)] !== spec.slice(at + 1);
  });

  expect(installed.length).toBeGreaterThan(0);
  expect(untested).toEqual([]);
});
