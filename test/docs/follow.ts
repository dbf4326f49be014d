import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CodeBlock } from './markdown.ts';

/** Does what a block says: a new file, or a change of one that is there. Returns the file; undefined if it names none. */
export function follow(folder: string, { attributes, place, text }: CodeBlock): string | undefined {
  const { title, before, instead } = attributes;
  if (title === undefined) return undefined;
  const file = join(folder, title);
  const spot = before ?? instead;
  if (spot === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
    return title;
  }
  const content = readFileSync(file, 'utf8');
  if (content.split(spot).length !== 2) {
    throw new Error(
      `${place} wants to change ${JSON.stringify(spot)}, which is not once in ${title}`,
    );
  }
  const changed = content.replace(spot, () => (before === undefined ? text : `${text}\n${before}`));
  writeFileSync(file, changed);
  return title;
}
