/** An interval as three independent parts. */
export interface IntervalParts {
  readonly months: bigint;
  readonly days: bigint;
  readonly micros: bigint;
}

const FIELDS = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'];

/** Parses interval text with the fields of `part` (`DAY`, `YEAR TO MONTH`); undefined if invalid. */
export function parseInterval(text: string, part: string): IntervalParts | undefined {
  const pattern = intervalPattern(part);
  const groups = pattern?.exec(text)?.groups;
  if (!groups) return undefined;
  const field = (name: string) => BigInt(groups[name] ?? 0);
  const sign = (name: string) => (groups[name] === '-' ? -1n : 1n);
  const clock = field('HOUR') * 3600n + field('MINUTE') * 60n + field('SECOND');
  const fraction = BigInt((groups['fraction'] ?? '').padEnd(6, '0'));
  return {
    months: sign('years') * (field('YEAR') * 12n + field('MONTH')),
    days: sign('days') * field('DAY'),
    micros: sign('clock') * (clock * 1_000_000n + fraction),
  };
}

/** The pattern of a range of fields: `Y-M`, `D` and `H:M:S`, each with its own sign. */
function intervalPattern(part: string): RegExp | undefined {
  const [from = '', to = from] = part.split(' TO ');
  const first = FIELDS.indexOf(from);
  const last = FIELDS.indexOf(to);
  if (first < 0 || last < first) return undefined;
  const fields = FIELDS.slice(first, last + 1);
  const group = (sign: string, names: readonly string[], separator: string) => {
    const own = fields.filter((field) => names.includes(field));
    const digits = own.map((field) => String.raw`(?<${field}>\d{1,18})`).join(separator);
    const fraction = own.includes('SECOND') ? String.raw`(?:\.(?<fraction>\d{1,6}))?` : '';
    return own.length === 0 ? [] : [`(?<${sign}>[+-]?)${digits}${fraction}`];
  };
  const groups = [
    ...group('years', ['YEAR', 'MONTH'], '-'),
    ...group('days', ['DAY'], ''),
    ...group('clock', ['HOUR', 'MINUTE', 'SECOND'], ':'),
  ];
  return new RegExp(`^${groups.join(' ')}$`);
}
