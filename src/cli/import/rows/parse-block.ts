import { type PackedRun, RunPacker } from '../../../engines/duckdb/staging/packed-run.ts';
import type { Entry, RawEntry } from '../input/block-entry.ts';
import type { Block } from '../input/blocks.ts';
import { csvRecords } from '../input/csv-records.ts';
import { textLines } from '../input/text-lines.ts';
import { BadLine } from './bad-line.ts';
import type { LogOwner } from './edge-row.ts';
import type { Unit } from './moments.ts';
import {
  combinedParser,
  csvParser,
  duckdbJsonParser,
  ndjsonParser,
  type ParsedRow,
  type ParserOptions,
} from './row-parser.ts';

/** How the rows of an input are written. */
export type Shape =
  | { readonly format: 'ndjson' }
  | { readonly format: 'parquet' }
  | { readonly format: 'combined'; readonly owner: LogOwner }
  | { readonly format: 'csv'; readonly columns: readonly string[] };

/** All that a thread needs for its part of an import. */
export interface BlockOptions extends ParserOptions {
  readonly shape: Shape;
  /** Whether the texts of bad lines are returned. */
  readonly keepsRejects: boolean;
}

/** A line or record that is not a valid row; its content only if requested. */
export interface Reject extends RawEntry {
  readonly line: number;
  readonly reason: string;
}

/** The result of parsing a block. */
export interface ParsedBlock {
  /** Lines that are not blank. */
  readonly lines: number;
  readonly rows: number;
  readonly run: PackedRun;
  readonly bad: readonly Reject[];
  /** Numbers of lines without a closing quote. */
  readonly unterminated: readonly number[];
  readonly unknown: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<Unit, number>;
}

/** Compiles the parsing of blocks. */
export function compileBlockParser(options: BlockOptions): (block: Block) => ParsedBlock {
  const parse = parserOf(options);
  const packer = new RunPacker();
  const entriesOf = options.shape.format === 'csv' ? csvRecords : textLines;
  return (block) => {
    const rows = new BlockRows(packer);
    for (const entry of entriesOf(block)) {
      try {
        rows.add(parse(contentOf(entry), entry.line), entry.line);
      } catch (error) {
        rows.bad.push(rejectOf(entry, error, options));
      }
    }
    return rows.end();
  };
}

function rejectOf(entry: Entry, error: unknown, { keepsRejects }: BlockOptions): Reject {
  if (!(error instanceof BadLine)) throw error;
  return { line: entry.line, reason: error.message, ...(keepsRejects && entry.raw()) };
}

function contentOf({ content, problem }: Entry): string | readonly unknown[] {
  if (content !== undefined) return content;
  throw new BadLine(problem ?? 'The line cannot be read');
}

/** The rows of a block, and what was noticed in them. */
class BlockRows {
  readonly bad: Reject[] = [];
  readonly #rows: RunPacker;
  #count = 0;
  readonly #unterminated: number[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #units = new Map<Unit, number>();

  constructor(packer: RunPacker) {
    this.#rows = packer;
  }

  add(row: ParsedRow, line: number): void {
    this.#rows.add(row);
    this.#count += 1;
    if (row.isUnterminated) this.#unterminated.push(line);
    for (const path of row.unknown) increase(this.#unknown, path);
    for (const unit of row.units) increase(this.#units, unit);
  }

  end(): ParsedBlock {
    return {
      lines: this.#count + this.bad.length,
      rows: this.#count,
      run: this.#rows.end(),
      bad: this.bad,
      unterminated: this.#unterminated,
      unknown: this.#unknown,
      units: this.#units,
    };
  }
}

type ParseEntry = (content: string | readonly unknown[], line: number) => ParsedRow;

function parserOf(options: BlockOptions): ParseEntry {
  const { shape } = options;
  if (shape.format === 'csv') {
    const parse = csvParser(options, shape.columns);
    return (content) => parse(typeof content === 'string' ? [content] : content);
  }
  const parse = lineParserOf(options);
  return (content, line) => parse(String(content), line);
}

function lineParserOf(options: BlockOptions) {
  const { shape } = options;
  if (shape.format === 'combined') return combinedParser(options, shape.owner);
  return shape.format === 'parquet' ? duckdbJsonParser(options) : ndjsonParser(options);
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
