import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { markdownFiles } from './markdown.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test.each(markdownFiles())('every link of %s leads somewhere', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const broken: string[] = [];
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(link)) continue;
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
    const leads =
      existsSync(file) &&
      (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor));
    if (!leads) broken.push(link);
  }

  expect(broken).toEqual([]);
});

test.each(markdownFiles())('every file that %s names is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = text.matchAll(/`((?:src|test|docs|schema|examples)\/[\w/.-]+)`/g);
  const missing = [...named]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(ROOT, path)));

  expect(missing).toEqual([]);
});

test('the README is read in five minutes', () => {
  const lines = readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').length;

  expect(lines).toBeLessThanOrEqual(200);
});
