import { excerpt } from '../excerpt.ts';
import { SqlError } from '../sql-error.ts';
import type { CommentLine } from './comment-lines.ts';
import { isTagName, unknownTag } from './tag-names.ts';

/** A tag of a head comment with the lines that go on with it. */
export interface Tag {
  readonly name: string;
  /** The offset of its `@` in the SQL. */
  readonly at: number;
  /**
   * What stands behind its name: as long as in the SQL, where comment marks between two lines are a line end and blanks
   * here.
   */
  readonly body: string;
  /** The offset of the body in the SQL. */
  readonly bodyAt: number;
}

/** The parts of a head comment. */
export interface SplitComment {
  /** Undefined if there is none. */
  readonly description: string | undefined;
  readonly tags: readonly Tag[];
  readonly errors: readonly SqlError[];
}

const TAG = /^@(\S*)/;
const HIDDEN_TAG = /^\s+@([A-Za-z]+)/;
/** The beginning of a line that goes on with a tag. */
const CONTINUATION = /^(?: {2}|\t)/;

/** Splits the lines of a head comment into the description and tags. */
export function splitTags(lines: readonly CommentLine[]): SplitComment {
  const first = lines.findIndex(({ text }) => text.startsWith('@'));
  const described = first === -1 ? lines : lines.slice(0, first);
  const errors = described.flatMap((line) => hiddenTag(line) ?? []);
  const tags: CommentLine[][] = [];
  for (const line of lines.slice(described.length)) {
    if (line.text.startsWith('@')) tags.push([line]);
    else if (line.text !== '') {
      const error = hiddenTag(line) ?? strayLine(line, tags.at(-1)?.[0]);
      if (error) errors.push(error);
      else tags.at(-1)?.push(line);
    }
  }
  const description = described.map(({ text }) => text).join('\n');
  return {
    description: description.replace(/^\n+|\n+$/g, '') || undefined,
    tags: tags.flatMap((of) => {
      const tag = joinLines(of);
      if (isTagName(tag.name)) return tag;
      errors.push(unknownTag(tag.name, tag.at));
      return [];
    }),
    errors,
  };
}

/** The error for a tag that is indented, which would be read as text. */
function hiddenTag({ text, at }: CommentLine): SqlError | undefined {
  const [, name = ''] = HIDDEN_TAG.exec(text) ?? [];
  if (!isTagName(name)) return undefined;
  const trimmed = text.trimStart();
  return new SqlError(
    `A tag begins its line: write "-- ${excerpt(trimmed)}" with one blank`,
    at + text.length - trimmed.length,
  );
}

/** The beginning of a tag that ends with a text, which may have more lines. */
const WITH_TEXT = /^@(?:deprecated\s|(?:param|column)\s.*\s-\s)/;

function strayLine({ text, at }: CommentLine, tag: CommentLine | undefined): SqlError | undefined {
  if (CONTINUATION.test(text)) return undefined;
  const trimmed = text.trimStart();
  const advice = WITH_TEXT.test(tag?.text ?? '')
    ? `, or goes on with one after two more blanks: write "--   ${excerpt(trimmed)}"`
    : ': write what describes the endpoint above the tags';
  return new SqlError(
    `A line after the first tag is a tag${advice}`,
    at + text.length - trimmed.length,
  );
}

function joinLines(lines: readonly CommentLine[]): Tag {
  const [{ text, at }, ...more] = lines as [CommentLine, ...CommentLine[]];
  const [mark = '@', name = ''] = TAG.exec(text) ?? [];
  const bodyAt = at + mark.length;
  let body = text.slice(mark.length);
  for (const line of more) {
    body += `\n${' '.repeat(line.at - bodyAt - body.length - 1)}${line.text}`;
  }
  return { name, at, body, bodyAt };
}
