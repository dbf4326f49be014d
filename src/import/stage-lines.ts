import { join } from 'node:path';
import { repeatedRecords } from '../engines/duckdb/records/first-elements.ts';
import type { CheckedRows, ImportOptions } from './import-options.ts';
import { BLOCK_BYTES, type Block } from './input/blocks.ts';
import { ParserThreads } from './input/parser-threads.ts';
import type { LineSource } from './input/source.ts';
import { InputError } from './input-error.ts';
import { compileNesting } from './rows/nest.ts';
import type { ParsedBlock, Shape } from './rows/parse-block.ts';
import { readTenant } from './rows/tenant-value.ts';
import type { Tally } from './tally.ts';
import { edgeForm, jsonForm, singleRecords } from './writing/staged-form.ts';
import { StagedRows } from './writing/staged-rows.ts';
import { writeRows } from './writing/write-rows.ts';

/** Parses the lines of an input, and stages the good ones in a folder. */
export async function stageLines(
  source: LineSource,
  folder: string,
  options: ImportOptions,
  tally: Tally,
): Promise<CheckedRows> {
  const { table } = options;
  const shape = shapeOf(source, options);
  const staged = await StagedRows.create(join(folder, 'rows.ndjson.zst'));
  try {
    await stageBlocks({ source, shape, options, tally, staged });
  } finally {
    await staged.close();
  }
  return {
    write: async ({ metadata, shift, target }) => {
      const single = singleRecords(repeatedRecords(table.columns), tally.several);
      const form =
        shape.format === 'combined'
          ? edgeForm(table, shape.owner, shift)
          : jsonForm(table, single, shift);
      await writeRows({ staged, form, rows: tally.rows, folder, target, metadata });
    },
  };
}

interface Staging {
  readonly source: LineSource;
  readonly shape: Shape;
  readonly options: ImportOptions;
  readonly tally: Tally;
  readonly staged: StagedRows;
}

/** Parses blocks side by side and takes the results in their order, which keeps bad lines sorted. */
async function stageBlocks({ options, shape, source, staged, tally }: Staging): Promise<void> {
  const { bounds, rejects, table } = options;
  const tenant = options.tenant === undefined ? undefined : readTenant(table, options.tenant);
  const threads = new ParserThreads({ table, tenant, bounds, shape, keepsRejects: !!rejects });
  const queue: Promise<ParsedBlock>[] = [];
  const take = async () => {
    const parsed = await queue.shift();
    if (!parsed) return;
    tally.add(parsed);
    await rejects?.write(parsed.bad);
    await staged.add(parsed.staged);
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

function shapeOf({ columns, format }: LineSource, { host, table, tenant }: ImportOptions): Shape {
  if (format === 'csv') {
    // Refuses a header that cannot be used, before any thread does.
    compileNesting(table, columns);
    return { format, columns };
  }
  if (format !== 'combined') return { format };
  if (tenant === undefined) {
    throw new InputError('An access log does not say whose it is: add --tenant <value>');
  }
  return { format, owner: { project: tenant, host: host ?? `${tenant}.example.com` } };
}
