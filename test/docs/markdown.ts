import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../', import.meta.url);

/** A fenced block of a Markdown file. */
export interface CodeBlock {
  /** Path of the file from the root of the repository, and the line of the fence. */
  readonly place: string;
  readonly language: string;
  /** `name="value"` pairs behind the language. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

/** README, and every page for people under `docs`, `.github` and `examples`. */
export function markdownFiles(): string[] {
  const pages = ['docs', '.github', 'examples'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return ['README.md', 'SECURITY.md', ...pages];
}

/** The fenced blocks of a file in order, without the indentation of the list that they stand in. */
export function codeBlocks(file: string): CodeBlock[] {
  const lines = readFileSync(new URL(file, ROOT), 'utf8').split('\n');
  const blocks: CodeBlock[] = [];
  let open: { readonly line: number; readonly indent: string; readonly info: string } | undefined;
  for (const [index, line] of lines.entries()) {
    const fence = /^( *)```(.*)$/.exec(line);
    if (!fence) continue;
    const [, indent = '', info = ''] = fence;
    if (!open) {
      open = { line: index, indent, info };
      continue;
    }
    const { line: start, indent: margin, info: opening } = open;
    const text = lines
      .slice(start + 1, index)
      .map((content) => (content.startsWith(margin) ? content.slice(margin.length) : content))
      .join('\n');
    const [language = ''] = opening.split(' ');
    blocks.push({ place: `${file}:${start + 1}`, language, attributes: pairs(opening), text });
    open = undefined;
  }
  return blocks;
}

/** In a value `\n` is a line's end and `\"` a quotation mark. */
function pairs(info: string): Readonly<Record<string, string>> {
  const found = info.matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g);
  return Object.fromEntries(
    [...found].map(([, name, value = '']) => [name, JSON.parse(`"${value}"`) as string]),
  );
}
