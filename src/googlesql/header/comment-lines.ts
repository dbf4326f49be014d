import { BLOCK_COMMENT, LINE_COMMENT, WHITESPACE } from '../syntax/lexer/trivia.ts';

/** One line of a head comment. */
export interface CommentLine {
  /** Without the comment mark, one blank after it, and white space at the end. */
  readonly text: string;
  /** The offset of the text in the SQL, in UTF-16 code units. */
  readonly at: number;
}

/** The comments before the first token of a statement. */
export interface HeadComment {
  readonly lines: readonly CommentLine[];
  /** The offset of the first token. */
  readonly end: number;
}

/** Reads the comments before the first token, of all three kinds. */
export function readHeadComment(sql: string): HeadComment {
  const lines: CommentLine[] = [];
  let end = 0;
  for (;;) {
    end = matchEnd(WHITESPACE, sql, end) ?? end;
    const lineEnd = matchEnd(LINE_COMMENT, sql, end);
    const blockEnd = lineEnd === undefined ? matchEnd(BLOCK_COMMENT, sql, end) : undefined;
    if (lineEnd !== undefined) {
      lines.push(line(sql, sql.startsWith('#', end) ? end + 1 : end + 2, lineEnd));
    } else if (blockEnd !== undefined) {
      lines.push(...blockLines(sql, end + 2, blockEnd - 2));
    } else {
      return { lines, end };
    }
    end = lineEnd ?? blockEnd ?? end;
  }
}

function matchEnd(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : undefined;
}

/** The line between two offsets, the first of which is behind its mark. */
function line(sql: string, start: number, end: number): CommentLine {
  const at = sql.startsWith(' ', start) && start < end ? start + 1 : start;
  return { text: sql.slice(at, end).trimEnd(), at };
}

const LINE_END = /\r\n|\r|\n/g;
/** The mark with which a line of a block may begin. */
const STAR = /^[ \t]*\*/;

/**
 * The lines of a block comment. Where the first line of text stands below the opening mark and has no mark of its own,
 * its indentation is left out of all lines.
 */
function blockLines(sql: string, start: number, end: number): readonly CommentLine[] {
  const breaks = [...sql.slice(start, end).matchAll(LINE_END)];
  const starts = [start, ...breaks.map(({ 0: mark, index }) => start + index + mark.length)];
  const ends = [...breaks.map(({ index }) => start + index), end];
  const texts = starts.map((at, i) => sql.slice(at, ends[i]));
  const indentation = indentationOf(texts);
  return texts.map((text, i) => {
    const at = starts[i] ?? start;
    const [star] = STAR.exec(text) ?? [];
    if (star !== undefined || i === 0) return line(sql, at + (star?.length ?? 0), at + text.length);
    const blanks = Math.min(indentation, text.length - text.trimStart().length);
    return { text: text.slice(blanks).trimEnd(), at: at + blanks };
  });
}

function indentationOf([opening = '', ...texts]: readonly string[]): number {
  const first = texts.find((text) => text.trim() !== '') ?? '';
  if (opening.replace(STAR, '').trim() !== '' || STAR.test(first)) return 0;
  return first.length - first.trimStart().length;
}
