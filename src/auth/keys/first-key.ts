import { changeKeys, readKeys } from './key-file.ts';
import { createKey } from './key-record.ts';

/** The key created at the first start, if any, and a sentence for the operator, which does not contain it. */
export interface FirstKey {
  /** A key made just now, shown only once; undefined when none was made. */
  readonly secret: string | undefined;
  /** One sentence for the person who started the process. */
  readonly text: string;
}

const HOW_TO = 'Make a key with: npx fieldstone keys create --name NAME';

/** Makes the first key if `create` is set and no key file exists; otherwise says how to make one. */
export async function ensureFirstKey(
  file: string,
  { create, now = new Date() }: { readonly create: boolean; readonly now?: Date },
): Promise<FirstKey> {
  const keys = await readKeys(file);
  if (keys === undefined && create) return makeFirstKey(file, now);
  const count = keys?.length ?? 0;
  const text = count === 0 ? `There is no key in "${file}" yet. ${HOW_TO}` : HOW_TO;
  return { secret: undefined, text };
}

async function makeFirstKey(file: string, now: Date): Promise<FirstKey> {
  const { secret, record } = createKey(
    {
      name: 'first start',
      endpoints: undefined,
      pins: {},
      redact: false,
      sandbox: true,
      expires: undefined,
    },
    now,
  );
  let isFirst = false;
  await changeKeys(file, (keys) => {
    isFirst = keys === undefined;
    return isFirst ? [record] : undefined;
  });
  // Another process started at the same moment may have created the file.
  if (!isFirst) return { secret: undefined, text: HOW_TO };
  return { secret, text: `This key is displayed once; "${file}" holds only its hash:` };
}
