import { changeKeys } from '../../../src/auth/keys/key-file.ts';
import { createKey, type KeyGrant } from '../../../src/auth/keys/key-record.ts';
import { Random } from '../../fuzz/random.ts';

/** A key with drawn rights. */
export interface MatrixKey {
  readonly grant: KeyGrant;
  readonly secret: string;
}

/** From what rights are drawn. */
export interface RightChoices {
  /** What keys may run; as often as it stands here. */
  readonly endpoints: readonly (readonly string[] | 'all')[];
  readonly pins: readonly Readonly<Record<string, string>>[];
}

const PAST = new Date('2026-01-01T00:00:00Z');
const FUTURE = new Date('2999-01-01T00:00:00Z');

/** Writes a key file with so many keys; always the same rights. */
export async function writeKeyMatrix(
  file: string,
  count: number,
  choices: RightChoices,
): Promise<readonly MatrixKey[]> {
  const created = Array.from({ length: count }, (_, i) => {
    const grant = grantOf(i, choices);
    return { grant, ...createKey(grant, PAST) };
  });
  await changeKeys(file, () => created.map(({ record }) => record));
  return created.map(({ grant, secret }) => ({ grant, secret }));
}

function grantOf(i: number, { endpoints, pins }: RightChoices): KeyGrant {
  const random = new Random(i * 7_919 + 1);
  /** The value for one key of so many. */
  const rarely = <Value>(every: number, value: Value) =>
    random.below(every) === 0 ? value : undefined;
  const limits = {
    requestsPerMinute: rarely(6, 1 + random.below(12)),
    maxRunning: rarely(3, 1 + random.below(4)),
    maxWaiting: rarely(3, 1 + random.below(4)),
    maxBytes: rarely(3, 1 + random.below(1e9)),
    dailyBytes: rarely(3, 1 + random.below(1e9)),
  };
  const scope = random.pick(endpoints);
  return {
    name: `name-of-key-${i}`,
    endpoints: scope === 'all' ? undefined : scope,
    pins: random.pick(pins),
    redact: random.below(2) === 0,
    sandbox: random.below(3) > 0,
    expires: rarely(10, PAST) ?? rarely(2, FUTURE),
    ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}
