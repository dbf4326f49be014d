import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { extname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** `.ts` where the sources run, `.js` in an installed package. */
const EXTENSION = extname(import.meta.filename);

const exported = (name: string) =>
  new URL(`../../exports/${name}${EXTENSION}`, import.meta.url).href;

/** What modules of a project import by name, and where it is. */
const EXPORTS: ReadonlyMap<string, string> = new Map([
  ['fieldstone', exported('endpoint')],
  ['fieldstone/googlesql', exported('googlesql')],
]);

// A project needs no `node_modules`, and never gets another copy of the code than the one that runs.
registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(EXPORTS.get(specifier) ?? specifier, context),
});

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * The URL by which a module of a project is imported. Node refuses TypeScript below `node_modules`: of this package's own
 * project it gives the JavaScript that was built of the module.
 */
export function moduleUrl(path: string): string {
  return pathToFileURL(builtOf(path) ?? path).href;
}

function builtOf(path: string): string | undefined {
  if (EXTENSION === '.ts') return undefined;
  const [, name] = /^src[/\\](.+)\.ts$/.exec(relative(PACKAGE, path)) ?? [];
  const file = name && join(PACKAGE, 'dist', `${name}${EXTENSION}`);
  return file && existsSync(file) ? file : undefined;
}
