import { codeBlocks } from './markdown.ts';

/** A package and the version that a page installs. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** What the `npm i` lines of a page install. */
export function installedBy(page: string): readonly InstalledPackage[] {
  const lines = codeBlocks(page).flatMap(({ text }) => text.split('\n'));
  return (
    lines
      .filter((line) => line.startsWith('npm i '))
      .flatMap((line) => line.split(' ').slice(2))
      // Neither options nor files.
      .filter((word) => !word.startsWith('-') && !word.startsWith('..'))
      .map((spec) => ({
        name: spec.slice(0, spec.lastIndexOf('@')),
        version: spec.slice(spec.lastIndexOf('@') + 1),
      }))
  );
}
