const LINE_END = /\r\n|\r|\n/g;

/** Something that is wrong with a file of a project. */
export interface ProjectProblem {
  readonly message: string;
  /** Its path below the project's folder, with slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 code units, from 1; a tab is one. */
  readonly column: number;
  /** The source line with a marker below the place; undefined if the file has no such line. */
  readonly frame?: string;
}

/** A problem at an offset, in UTF-16 code units, of a file's text; at its beginning if the place is not known. */
export function problemAt(file: string, text: string, message: string, offset = 0): ProjectProblem {
  const { column, line, source } = placeOf(text, offset);
  return { message, file, line, column, frame: printFrame(source, line, column) };
}

/** A problem at a line and a column, which count from 1. */
export function problemAtLine(
  file: string,
  text: string,
  message: string,
  line: number,
  column: number,
): ProjectProblem {
  const source = text.split(LINE_END)[line - 1] ?? '';
  return { message, file, line, column, frame: printFrame(source, line, column) };
}

/** A problem of a file that is missing or cannot be read. */
export function problemOf(file: string, message: string): ProjectProblem {
  return { message, file, line: 1, column: 1 };
}

/** A problem as it is printed: its place, its message, and the source line with a marker. */
export function printProblem({ column, file, frame, line, message }: ProjectProblem): string {
  const text = printable(`${file}:${line}:${column}: ${message}`);
  return frame === undefined ? text : `${text}\n${frame}`;
}

/** A text whose control characters, which could move a terminal's cursor, are written as `\u001b`; lines and tabs stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu;

function placeOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number; readonly source: string } {
  let line = 1;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(LINE_END)) {
    if (index + mark.length > offset) {
      return {
        line,
        column: Math.min(offset, index) - start + 1,
        source: text.slice(start, index),
      };
    }
    line += 1;
    start = index + mark.length;
  }
  return { line, column: Math.min(offset, text.length) - start + 1, source: text.slice(start) };
}

/** The most letters of a source line that are printed. */
const MAX_WIDTH = 200;
/** What would move the marker, or a terminal's cursor. */
const CONTROL = /(?!\t)[\p{Cc}\u2028\u2029]/gu;

function printFrame(source: string, line: number, column: number): string {
  const from = column <= MAX_WIDTH ? 0 : column - MAX_WIDTH / 2;
  const excerpt = source.slice(from, from + MAX_WIDTH).replace(CONTROL, ' ');
  const gutter = ` ${line} | `;
  const indentation = excerpt.slice(0, column - from - 1).replace(/[^\t]/g, ' ');
  return `>${gutter}${excerpt}\n ${gutter.replace(/\d/g, ' ')}${indentation}^`;
}
