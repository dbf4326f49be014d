import type { Readable } from 'node:stream';
import type { StagedForm } from '../../engines/duckdb/staging/staged-form.ts';
import type { PublishedRows, StagedRows } from '../../engines/duckdb/staging/staged-rows.ts';
import type { Table } from '../../googlesql/index.ts';
import { UsageError } from '../command-error.ts';
import { BLOCK_BYTES, type Block } from './input/blocks.ts';
import type { Format } from './input/detect-format.ts';
import { ParserThreads } from './input/parser-threads.ts';
import { openSource, type Source } from './input/source.ts';
import type { RejectsFile } from './rejects.ts';
import { edgeForm } from './rows/edge-row.ts';
import type { TimeBounds } from './rows/moments.ts';
import { compileNesting } from './rows/nest.ts';
import type { ParsedBlock, Shape } from './rows/parse-block.ts';
import { Tally } from './tally.ts';

/** Options of `importRows`. */
export interface ImportOptions {
  readonly table: Table;
  readonly staged: StagedRows;
  readonly input: Readable;
  /** Undefined: found out from the beginning of the input. */
  readonly format: Format | undefined;
  readonly project: string | undefined;
  /** The name of the input file. */
  readonly source?: string;
  /** The host of an access log's requests. @default `<project>.example.com` */
  readonly host: string | undefined;
  /** The times that rows may have. Undefined takes any, and numbers as microseconds. */
  readonly bounds: TimeBounds | undefined;
  /** Called with the input's SHA-256 in hexadecimal when it was read, and again while its rows are published; may throw. */
  readonly onRead?: (sha256: string) => void;
  /** Shifts all rows so that the newest is at this time, in microseconds. */
  readonly shiftTo: bigint | undefined;
  /** Times from which on stored rows are counted, in microseconds. */
  readonly countSince?: readonly bigint[];
  /** Receives the bad lines. */
  readonly rejects?: RejectsFile | undefined;
  /** Called now and then with the progress. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** How far an import is. */
export interface ImportProgress {
  readonly lines: number;
  /** Whether all lines were read and rows are being stored. */
  readonly isStoring: boolean;
}

/** The result of an import. */
export interface ImportReport extends Tally, PublishedRows {
  readonly format: Format;
  /** Timestamps of the oldest and newest row, as stored, in microseconds. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
}

/** Stages the input block by block, and publishes all rows at the end. */
export async function importRows(options: ImportOptions): Promise<ImportReport> {
  const { countSince = [], onProgress, shiftTo, staged } = options;
  const source = await openSource({ ...options, folder: staged.folder });
  const tally = new Tally();
  const shape = shapeOf(source, options);
  await stageBlocks(source, shape, options, tally);
  const { rows = tally.lines } = source;
  if (tally.lines !== rows) throw new Error(`${tally.lines} of its ${rows} rows were read`);
  const sha256 = source.hash.digest('hex');
  const check = () => options.onRead?.(sha256);
  check();
  const summary = staged.summary();
  const shift = summary && shiftTo !== undefined ? shiftTo - summary.newest : 0n;
  onProgress?.({ lines: tally.lines, isStoring: true });
  const record = { name: options.source ?? '-', sha256, badLines: tally.bad.count };
  const published = summary
    ? await staged.publish(shift, record, { since: countSince, check, form: formOf(shape) })
    : { days: [], withTenant: 0, rowsSince: countSince.map(() => 0) };
  return Object.assign(tally, {
    format: source.format,
    ...published,
    oldest: summary && summary.oldest + shift,
    newest: summary && summary.newest + shift,
  });
}

/** Parses blocks side by side and takes the results in their order, which keeps bad lines sorted. */
async function stageBlocks(
  source: Source,
  shape: Shape,
  options: ImportOptions,
  tally: Tally,
): Promise<void> {
  const { bounds, project, rejects, table } = options;
  const threads = new ParserThreads({ table, project, bounds, shape, keepsRejects: !!rejects });
  const queue: Promise<ParsedBlock>[] = [];
  const take = async () => {
    const parsed = await queue.shift();
    if (!parsed) return;
    tally.add(parsed);
    await rejects?.write(parsed.bad);
    await options.staged.add(parsed.run);
    options.onProgress?.({ lines: tally.lines, isStoring: false });
  };
  try {
    for await (const block of source.blocks) {
      const parsed = parse(threads, block);
      // Its failure is thrown in order; until then it must not count as unhandled.
      parsed.catch(() => undefined);
      queue.push(parsed);
      if (queue.length > threads.count) await take();
    }
    while (queue.length > 0) await take();
  } finally {
    await threads.close();
  }
}

/** Small blocks, such as the only one of a short input, are not worth a thread. */
async function parse(threads: ParserThreads, block: Block): Promise<ParsedBlock> {
  const isSmall = (block.bytes?.length ?? 0) < BLOCK_BYTES / 2;
  return isSmall ? threads.parseHere(block) : threads.parse(block);
}

/** How the rows of an input are staged; undefined: in the table's shape. */
function formOf(shape: Shape): StagedForm | undefined {
  return shape.format === 'combined' ? edgeForm(shape.owner) : undefined;
}

function shapeOf({ columns, format }: Source, { host, project, table }: ImportOptions): Shape {
  if (format === 'csv') {
    // Refuses a header that cannot be used, before any thread does.
    compileNesting(table, columns, true);
    return { format, columns };
  }
  if (format !== 'combined') return { format };
  if (project === undefined) {
    throw new UsageError('An access log does not say whose it is: add --project <name>');
  }
  return { format, owner: { project, host: host ?? `${project}.example.com` } };
}
