/** An interval as three independent parts. */
export interface IntervalParts {
  readonly months: bigint;
  readonly days: bigint;
  readonly micros: bigint;
}

/** The greatest size of each part, in either direction. */
const LIMITS: IntervalParts = {
  months: 120_000n,
  days: 3_660_000n,
  micros: 316_224_000_000_000_000n,
};

const DAY = String.raw`(?<DAY>[+-]?\d{1,9})`;
const CLOCK = String.raw`(?<clock>[+-]?)(?<HOUR>\d{1,18}):(?<MINUTE>\d{1,9}):(?<SECOND>\d{1,9})(?:\.(?<fraction>\d{1,6}))?`;

/** What CAST takes: `1-2 3 4:5:6.789`, of which the parts at either end may be missing, and ISO 8601. */
const FORMS: readonly RegExp[] = [
  String.raw`^(?<years>[+-]?)(?<YEAR>\d{1,9})-(?<MONTH>\d{1,9})(?: ${DAY}(?: ${CLOCK})?)?$`,
  `^(?:${DAY} )?${CLOCK}$`,
  [
    String.raw`^P(?!$)(?:(?<YEAR>[+-]?\d{1,9})Y)?(?:(?<MONTH>[+-]?\d{1,9})M)?`,
    String.raw`(?:(?<WEEK>[+-]?\d{1,9})W)?(?:${DAY}D)?`,
    String.raw`(?:T(?:(?<HOUR>[+-]?\d{1,18})H)?(?:(?<MINUTE>[+-]?\d{1,18})M)?`,
    String.raw`(?:(?<seconds>[+-]?)(?<SECOND>\d{1,18})(?:\.(?<fraction>\d{1,6}))?S)?)?$`,
  ].join(''),
].map((form) => new RegExp(form));

/** The canonical form of an INTERVAL text, `Y-M D H:M:S[.ffffff]` or ISO 8601; undefined if invalid or out of range. */
export function parseIntervalText(text: string): string | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const parts = partsOf(groups);
    return isWithin(parts) ? intervalText(parts) : undefined;
  }
  return undefined;
}

function isWithin(parts: IntervalParts): boolean {
  return (['months', 'days', 'micros'] as const).every(
    (name) => parts[name] >= -LIMITS[name] && parts[name] <= LIMITS[name],
  );
}

/**
 * The parts of a matched interval: numbers by the names of their fields, and signs, of which `years` is that of years
 * and months, `days` of days, `clock` of hours, minutes and seconds, `seconds` of seconds alone.
 */
export function partsOf(groups: Readonly<Record<string, string | undefined>>): IntervalParts {
  const field = (name: string) => BigInt(groups[name] ?? 0);
  const sign = (name: string) => (groups[name] === '-' ? -1n : 1n);
  const fraction = BigInt((groups['fraction'] ?? '').padEnd(6, '0'));
  const seconds = sign('seconds') * (field('SECOND') * 1_000_000n + fraction);
  const minutes = field('HOUR') * 60n + field('MINUTE');
  return {
    months: sign('years') * (field('YEAR') * 12n + field('MONTH')),
    days: sign('days') * (field('WEEK') * 7n + field('DAY')),
    micros: sign('clock') * (minutes * 60_000_000n + seconds),
  };
}

/** `Y-M D H:M:S[.ffffff]`; months, days and time each have their own sign. */
export function intervalText({ months, days, micros }: IntervalParts): string {
  const [monthSign, month] = signed(months);
  return `${monthSign}${month / 12n}-${month % 12n} ${days} ${clockText(micros)}`;
}

function clockText(value: bigint): string {
  const [sign, micros] = signed(value);
  const seconds = micros / 1_000_000n;
  const fraction = micros % 1_000_000n;
  const clock = `${seconds / 3_600n}:${(seconds / 60n) % 60n}:${seconds % 60n}`;
  return `${sign}${clock}${fraction === 0n ? '' : `.${`${fraction}`.padStart(6, '0')}`}`;
}

function signed(value: bigint): readonly [sign: string, magnitude: bigint] {
  return value < 0n ? ['-', -value] : ['', value];
}
