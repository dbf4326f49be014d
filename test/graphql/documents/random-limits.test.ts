import fc, { type GeneratorValue } from 'fast-check';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { expect, test } from 'vitest';
import { documentError, sourceError } from '../../../src/graphql/documents/document-limits.ts';

const FRAGMENTS = ['A', 'B', 'C', 'D'] as const;

/** A document whose fragments spread only those after them, so that there is no cycle. */
function randomDocument(draw: GeneratorValue): string {
  const pick = <One>(list: readonly One[]) => list[draw(fc.nat, { max: list.length - 1 })] as One;
  const field = (from: number, depth: number): string => {
    const alias = pick(['', '', 'x: ', 'y: ']);
    const name = pick(['a', 'b', 'sandbox', '__schema']);
    return `${alias}${name} ${depth < 5 && draw(fc.boolean) ? selection(from, depth + 1) : ''}`;
  };
  const part = (from: number, depth: number): string => {
    const kind = pick(['field', 'field', 'inline', 'spread']);
    if (kind === 'inline') return `... ${selection(from, depth + 1)}`;
    const spread = FRAGMENTS.slice(from);
    return kind === 'spread' && spread.length > 0 ? `...${pick(spread)}` : field(from, depth);
  };
  const selection = (from: number, depth: number): string => {
    const count = depth > 5 ? 1 : draw(fc.integer, { min: 1, max: 4 });
    return `{ ${Array.from({ length: count }, () => part(from, depth)).join(' ')} }`;
  };
  const fragments = FRAGMENTS.map((name, i) => `fragment ${name} on T ${selection(i + 1, 3)}`);
  return [selection(0, 1), ...fragments].join('\n');
}

interface Size {
  fields: number;
  aliases: number;
  depth: number;
  statements: number;
  inSchema: number;
}

/** The same in the plainest way: every fragment is written out where it is spread. */
function expandedSize(document: DocumentNode, set: SelectionSetNode): Size {
  const size: Size = { fields: 0, aliases: 0, depth: 0, statements: 0, inSchema: 0 };
  const visit = (selections: SelectionSetNode, depth: number, isOuterSchema: boolean) => {
    for (const selection of written(document, selections)) {
      size.fields += 1;
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue;
      const { alias, name, selectionSet } = selection;
      const isInSchema = isOuterSchema || name.value === '__schema';
      size.aliases += Number(alias !== undefined);
      size.inSchema += Number(alias !== undefined && isInSchema);
      size.statements += Number(name.value === 'sandbox');
      size.depth = Math.max(size.depth, depth);
      if (selectionSet) visit(selectionSet, depth + 1, isInSchema);
    }
  };
  visit(set, 1, false);
  return size;
}

/** The fields of a set and of the fragments in it, and the spreads of those. */
function* written(
  document: DocumentNode,
  { selections }: SelectionSetNode,
): Generator<FieldNode | FragmentSpreadNode> {
  for (const selection of selections) {
    if (selection.kind !== Kind.INLINE_FRAGMENT) yield selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) yield* written(document, selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      yield* written(document, fragmentOf(document, selection.name.value));
    }
  }
}

function fragmentOf({ definitions }: DocumentNode, name: string): SelectionSetNode {
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) {
      return definition.selectionSet;
    }
  }
  throw new Error(`There is no fragment ${name}`);
}

/** What each limit is called, with its maximum. */
const LIMITS: readonly (readonly [keyof Size, max: number, what: string])[] = [
  ['depth', 20, 'levels of nesting'],
  ['aliases', 60, 'aliases'],
  ['inSchema', 5, 'aliases in the schema'],
  ['statements', 20, 'statements'],
  ['fields', 600, 'fields'],
];

test('documentError measures a document as if every fragment were written out', () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(fc.gen(), (draw) => {
      const text = randomDocument(draw);
      const document = parse(text);
      const sizes = document.definitions.map((definition) => {
        if (!('selectionSet' in definition) || !definition.selectionSet) throw new Error(text);
        return expandedSize(document, definition.selectionSet);
      });
      const passed = LIMITS.find(([name, max]) => sizes.some((size) => size[name] > max));

      const message = documentError(document)?.message;

      found.add(passed?.[2] ?? 'nothing');
      const { groups } = / more than \d+ (?<what>.*), the most/.exec(message ?? '') ?? {};
      // Selections that validation compares pairwise are counted last.
      const isRepeated = groups?.['what'] === 'repeated fields and spreads';
      expect(isRepeated ? undefined : groups?.['what'], text).toBe(passed?.[2]);
    }),
    { numRuns: 500 },
  );
  expect([...found].sort()).toEqual(['aliases', 'aliases in the schema', 'nothing', 'statements']);
});

const bracket = fc.constantFrom('{', '}', '[', ']', '(', ')', 'a', '"{"', '"""["""', '#(\n', ' ');

test('sourceError counts the brackets that are open, and nothing in texts and comments', () => {
  fc.assert(
    fc.property(fc.array(bracket, { maxLength: 400 }), fc.nat({ max: 80 }), (parts, more) => {
      const opened = [...Array<string>(more).fill('{'), ...parts];
      let open = 0;
      let most = 0;
      for (const part of opened) {
        open += Number('{[('.includes(part)) - Number('}])'.includes(part));
        if (part !== ' ') most = Math.max(most, open);
      }

      const error = sourceError(opened.join(' '));

      expect(error?.message.includes('levels of nesting') ?? false).toBe(most > 64);
    }),
  );
});
