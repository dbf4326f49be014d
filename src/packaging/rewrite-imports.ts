import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** What a module of `folder` imports, as it is named from a file. */
function nameFrom(file: string, target: string): string {
  const name = relative(dirname(file), target).split(sep).join('/');
  return name.startsWith('.') ? name : `./${name}`;
}

/**
 * Rewrites what the compiler leaves in a file below `folder`: names of `package.json`'s `imports`, URLs of modules that
 * run in threads and processes, paths in declarations, and packages that were bundled.
 */
export function rewriteImports(
  folder: string,
  file: string,
  bundled: Readonly<Record<string, string>>,
): void {
  const compiler = (module = 'index') => nameFrom(file, join(folder, `googlesql/${module}.js`));
  let text = readFileSync(file, 'utf8')
    .replaceAll(/(["'])#googlesql(?:\/(\w+))?\1/g, (_, _quote, module) => `'${compiler(module)}'`)
    .replaceAll(/(new URL\('[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (file.endsWith('.d.ts')) text = text.replaceAll(/((["'])\.[^"'\n]+)\.ts\2/g, '$1.js$2');
  for (const [scope, module] of Object.entries(bundled)) {
    text = text.replaceAll(
      new RegExp(`from '${scope}/[^']+'`, 'g'),
      `from '${nameFrom(file, join(folder, module))}'`,
    );
  }
  const [, left] = /(?:from |import\(|new URL\()["'](\.[^"']+\.ts|#[^"']+)["']/.exec(text) ?? [];
  if (left !== undefined) throw new Error(`${file} still imports ${left}`);
  writeFileSync(file, text);
}
