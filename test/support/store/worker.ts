/** The entry point of a child process that changes a store: it says that it is open, and does its work once told to. */
import { ParquetStore } from '../../../src/engines/duckdb/store/parquet-store.ts';
import { ParquetWriter } from '../../../src/engines/duckdb/writer/parquet-writer.ts';
import { WORKS } from './event-rows.ts';

const [directory = '', work = '', argument = ''] = process.argv.slice(2);

const writer = await ParquetWriter.open(new ParquetStore(directory), {
  memory: '256MB',
  threads: 1,
});
process.once('message', () => {
  void workUntilDone();
});
process.send?.('open');

async function workUntilDone(): Promise<void> {
  if (work === 'lock') {
    await writer.locked(async () => {
      process.send?.('locked');
      // Whoever started this process kills it.
      await new Promise((resolve) => process.once('message', resolve));
    });
  }
  await WORKS[work]?.(writer, argument);
  writer.close();
  process.send?.('done', () => process.exit(0));
}
