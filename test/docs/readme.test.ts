import { readFileSync } from 'node:fs';
import { Kind, parse, print } from 'graphql';
import { expect, test } from 'vitest';
import { codeBlocks, markdownFiles } from './markdown.ts';

const ROOT = new URL('../../', import.meta.url);
const BLOCKS = markdownFiles().flatMap(codeBlocks);

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

const QUOTES = BLOCKS.filter(({ attributes }) => attributes['file'] !== undefined);

test.each(QUOTES)('$place quotes its file', ({ attributes, text }) => {
  expect(`${text}\n`).toBe(read(attributes['file'] ?? ''));
});

/** Each field of an SDL document as `Type.field(argument: Type): Type`. */
function fieldsOf(sdl: string): readonly string[] {
  return parse(sdl).definitions.flatMap((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) return [];
    return (node.fields ?? []).map(({ name, arguments: parameters = [], type }) => {
      const list = parameters.map((each) => `${each.name.value}: ${print(each.type)}`);
      return `${node.name.value}.${name.value}(${list.join(', ')}): ${print(type)}`;
    });
  });
}

const SCHEMAS = BLOCKS.filter(({ attributes }) => attributes['schema'] !== undefined);

test.each(SCHEMAS)('$place is part of the schema', ({ attributes, text }) => {
  const fields = fieldsOf(text);

  expect(fields.length).toBeGreaterThan(0);
  expect(fieldsOf(read(attributes['schema'] ?? ''))).toEqual(expect.arrayContaining([...fields]));
});

test('the README quotes an endpoint and its fields', () => {
  expect([...QUOTES, ...SCHEMAS].map(({ place }) => place.split(':')[0])).toEqual([
    'README.md',
    'README.md',
  ]);
});
