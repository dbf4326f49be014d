import type { Entry, RawEntry } from '../input/block-entry.ts';
import type { Block } from '../input/blocks.ts';
import { csvRecords } from '../input/csv-records.ts';
import { textLines } from '../input/text-lines.ts';
import { BlockPacker, type StagedBlock } from '../writing/staged-block.ts';
import { BadLine } from './bad-line.ts';
import type { LogOwner } from './edge-row.ts';
import type { Unit } from './moments.ts';
import {
  combinedParser,
  csvParser,
  ndjsonParser,
  type ParsedRow,
  type ParserOptions,
} from './row-parser.ts';

/** How the rows of an input of lines are written. */
export type Shape =
  | { readonly format: 'ndjson' }
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
  readonly staged: StagedBlock;
  /** Rows that name a tenant, or all where the table has none. */
  readonly withTenant: number;
  /** The times of the oldest and newest row; undefined if none has one. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  /** The paths of repeated records that do not have exactly one element in every row. */
  readonly several: ReadonlySet<string>;
  readonly bad: readonly Reject[];
  /** Numbers of lines without a closing quote. */
  readonly unterminated: readonly number[];
  readonly unknown: ReadonlyMap<string, number>;
  readonly units: ReadonlyMap<Unit, number>;
}

/** Compiles the parsing of blocks. */
export function compileBlockParser(options: BlockOptions): (block: Block) => ParsedBlock {
  const parse = parserOf(options);
  const packer = new BlockPacker();
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
  readonly #rows: BlockPacker;
  #count = 0;
  #withTenant = 0;
  #oldest: number | bigint | undefined;
  #newest: number | bigint | undefined;
  readonly #several = new Set<string>();
  readonly #unterminated: number[] = [];
  readonly #unknown = new Map<string, number>();
  readonly #units = new Map<Unit, number>();

  constructor(packer: BlockPacker) {
    this.#rows = packer;
  }

  add(row: ParsedRow, line: number): void {
    this.#rows.add(row.line);
    this.#count += 1;
    if (row.hasTenant) this.#withTenant += 1;
    if (row.micros !== undefined) this.#addTime(row.micros);
    for (const path of row.several) this.#several.add(path);
    if (row.isUnterminated) this.#unterminated.push(line);
    for (const path of row.unknown) increase(this.#unknown, path);
    for (const unit of row.units) increase(this.#units, unit);
  }

  #addTime(micros: number | bigint): void {
    if (this.#oldest === undefined || micros < this.#oldest) this.#oldest = micros;
    if (this.#newest === undefined || micros > this.#newest) this.#newest = micros;
  }

  end(): ParsedBlock {
    return {
      lines: this.#count + this.bad.length,
      rows: this.#count,
      staged: this.#rows.end(),
      withTenant: this.#withTenant,
      oldest: this.#oldest === undefined ? undefined : BigInt(this.#oldest),
      newest: this.#newest === undefined ? undefined : BigInt(this.#newest),
      several: this.#several,
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
  const parse =
    shape.format === 'combined' ? combinedParser(options, shape.owner) : ndjsonParser(options);
  return (content, line) => parse(String(content), line);
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
