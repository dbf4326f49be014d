import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in a volume of a ConfigMap. */
export interface ConfigMapFile {
  readonly file: string;
  /** Replaces the volume by one where the file has another text. */
  swap(text: string): void;
}

/** A volume as a kubelet keeps it: the file is a link into `..data`, which is a link to the folder in force. */
export function configMap(folder: string): ConfigMapFile {
  let version = 0;
  const file = join(folder, 'config.json');
  symlinkSync(join('..data', 'config.json'), file);
  const swap = (text: string) => {
    version += 1;
    mkdirSync(join(folder, `..${version}`));
    writeFileSync(join(folder, `..${version}`, 'config.json'), text);
    symlinkSync(`..${version}`, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    rmSync(join(folder, `..${version - 1}`), { recursive: true, force: true });
  };
  return { file, swap };
}
