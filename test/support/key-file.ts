import { changeKeys } from '../../src/auth/keys/key-file.ts';
import { createKey } from '../../src/auth/keys/key-record.ts';

/**
 * Writes a key file with so many keys that may do everything; resolves to the keys.
 *
 * @param redacts - whether the answers to a key are redacted; default: none are
 */
export async function writeKeys(
  file: string,
  count: number,
  redacts: (index: number) => boolean = () => false,
): Promise<readonly string[]> {
  const keys = Array.from({ length: count }, (_, i) =>
    createKey(
      {
        name: `caller ${i}`,
        endpoints: undefined,
        pins: {},
        redact: redacts(i),
        sandbox: true,
        expires: undefined,
      },
      new Date(),
    ),
  );
  await changeKeys(file, () => keys.map(({ record }) => record));
  return keys.map(({ secret }) => secret);
}
