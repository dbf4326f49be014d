import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { type ResolveFnOutput, registerHooks } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../values/attempt.ts';
import { moduleUrl } from './module-url.ts';

/** The code of the service itself, which is never loaded a second time. */
const SERVICE = fileURLToPath(new URL('../../', import.meta.url));

/** The member of a URL's query that makes Node load a changed file as another module. */
const VERSION = 'fieldstone';

/** A loaded file of a project, and what it imports. */
interface OwnModule {
  /** The URL that it was loaded by. */
  readonly url: string;
  /** As it was loaded; undefined if it could not be. */
  text: string | undefined;
  /** The paths of the project's own files that it imports, those that are missing included. */
  readonly imports: Set<string>;
}

/** By path. */
const modules = new Map<string, OwnModule>();
let lastVersion = 0;
let hasHooks = false;

/**
 * Imports a file of a project. It is the module of the last import, unless it, or one of the project's own files that it
 * imports, has changed before the last call of `forgetChanged`: both are loaded anew then. Node keeps the earlier ones. A
 * module of an installed package's own project is never loaded anew.
 */
export async function importOwn(path: string): Promise<object> {
  if (!hasHooks) registerHooks({ resolve: resolveOwn, load: loadOwn });
  hasHooks = true;
  const url = moduleUrl(path);
  return import(url === pathToFileURL(path).href ? urlOf(path) : url);
}

/** Forgets modules of files that have changed since they were loaded, and those that import them. */
export function forgetChanged(): void {
  const isChanged = ({ imports, text }: OwnModule, path: string) =>
    text !== textOf(path) || [...imports].some((file) => !modules.has(file) && existsSync(file));
  const changed = new Set<string>();
  for (const [path, module] of modules) if (isChanged(module, path)) changed.add(path);
  // A set gives what is added to it in a loop too.
  for (const path of changed) {
    for (const [importer, { imports }] of modules) if (imports.has(path)) changed.add(importer);
  }
  for (const path of changed) modules.delete(path);
}

/** The paths of a project's file that was imported and of its own files that it imports, directly or not. */
export function importedFiles(path: string): readonly string[] {
  const files = new Set([path]);
  for (const file of files) for (const next of modules.get(file)?.imports ?? []) files.add(next);
  return [...files].sort();
}

/** The paths of all files of projects that were imported, or should have been. */
export function ownFiles(): readonly string[] {
  return [...new Set([...modules].flatMap(([path, { imports }]) => [path, ...imports]))];
}

/** A hash of the texts of an imported file and of the project's own files that it imports. */
export function codeVersion(path: string): string {
  const texts = importedFiles(path).map((file) => modules.get(file)?.text ?? '');
  return hash('sha256', JSON.stringify(texts)).slice(0, 16);
}

function urlOf(path: string): string {
  const known = modules.get(path);
  if (known) return known.url;
  lastVersion += 1;
  const url = `${pathToFileURL(path).href}?${VERSION}=${lastVersion}`;
  modules.set(path, { url, text: undefined, imports: new Set() });
  return url;
}

/** The module of a URL that `urlOf` has made. */
function moduleAt(url: string | undefined): OwnModule | undefined {
  if (!url?.includes(`?${VERSION}=`)) return undefined;
  const module = modules.get(fileURLToPath(url));
  return module?.url === url ? module : undefined;
}

type Resolve = NonNullable<Parameters<typeof registerHooks>[0]['resolve']>;
type Load = NonNullable<Parameters<typeof registerHooks>[0]['load']>;

const resolveOwn: Resolve = (specifier, context, nextResolve) => {
  const importer = moduleAt(context.parentURL);
  if (!importer || context.conditions.includes('require')) return nextResolve(specifier, context);
  let resolved: ResolveFnOutput;
  try {
    resolved = nextResolve(specifier, context);
  } catch (error) {
    // It may be there at the next reload.
    if (/^\.{1,2}\//.test(specifier)) {
      importer.imports.add(fileURLToPath(new URL(specifier, context.parentURL)));
    }
    throw error;
  }
  if (!isOwn(resolved.url)) return resolved;
  const path = fileURLToPath(resolved.url);
  importer.imports.add(path);
  return { ...resolved, url: urlOf(path) };
};

const loadOwn: Load = (url, context, nextLoad) => {
  const loaded = nextLoad(url, context);
  const module = moduleAt(url);
  if (module && loaded.source) module.text = textFrom(loaded.source);
  return loaded;
};

/** Whether a file that a project's module imports is the project's too: no package's, and not the service's. */
function isOwn(url: string): boolean {
  if (!url.startsWith('file:')) return false;
  const path = fileURLToPath(url);
  return !path.includes(join(sep, 'node_modules', sep)) && !path.startsWith(SERVICE);
}

function textOf(path: string): string | undefined {
  return attempt(() => readFileSync(path, 'utf8'));
}

function textFrom(source: string | ArrayBuffer | NodeJS.TypedArray): string {
  return typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString();
}
