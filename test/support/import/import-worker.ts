/** The entry point of a child process that imports or undoes: it says that it is there, and does its work once told to. */
import { importedFiles, removeImport } from '../../../src/import/imports.ts';
import { importPlanted, OWNERS } from './planted-lines.ts';

const [dataDir = '', work = '', argument = ''] = process.argv.slice(2);

process.once('message', () => {
  void workUntilDone();
});
process.send?.('open');

async function workUntilDone(): Promise<void> {
  if (work === 'import') {
    for (const owner of OWNERS) await importPlanted(dataDir, owner, `${dataDir}.${owner}.rejects`);
  } else {
    const found = (await importedFiles(dataDir)).find(({ id }) => id === argument);
    if (found) await removeImport(dataDir, found);
  }
  process.send?.('done', () => process.exit(0));
}
