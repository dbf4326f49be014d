import { changeKeys, readKeys } from './key-file.ts';
import { createKey } from './key-record.ts';

/** What a start has to say about keys. */
export interface FirstKey {
  /** A key made just now, which is shown this one time; undefined when none was made. */
  readonly secret: string | undefined;
  /** One sentence for whoever started the process. */
  readonly text: string;
}

const HOW_TO = 'Make a key with: npm run keys -- create --name NAME';

/** Makes the first key where `create` allows it and there is no key file yet; else says how to make one. */
export async function ensureFirstKey(
  file: string,
  { create, now = new Date() }: { readonly create: boolean; readonly now?: Date },
): Promise<FirstKey> {
  const keys = await readKeys(file);
  if (keys === undefined && create) return makeFirstKey(file, now);
  const known = keys?.length ?? 0;
  const text = known === 0 ? `There is no key in "${file}" yet. ${HOW_TO}` : HOW_TO;
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
  // Another process that starts at the same moment may have been the first.
  if (!isFirst) return { secret: undefined, text: HOW_TO };
  return { secret, text: `This key is shown once; "${file}" holds only its hash: ${secret}` };
}
