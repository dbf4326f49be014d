/** An element of a format of CAST, or text that stands for itself. */
export interface CastElement {
  /** In upper case, or text as messages show it. */
  readonly name: string;
  readonly category: string;
  /** As it is written in the format. */
  readonly written: string;
  /** What text stands for: undefined for elements, and spaces for spaces. */
  readonly literal?: string;
}

/** The elements by category, each with the element of FORMAT_TIMESTAMP or of `format-time.ts` that writes it, if any does. */
const CATEGORIES = {
  YEAR: 'YYYY=E4Y YYY=YYY YY=y Y=Y1 RRRR=E4Y RR=y Y,YYY IYYY IYY IY I SYYYY YEAR SYEAR',
  MONTH: 'MM=m MON=b MONTH=B RM',
  DAY: 'DDD=j DD=d D=D1 DAY=A DY=a J',
  HOUR: 'HH=I HH12=I HH24=H',
  MINUTE: 'MI=M',
  SECOND: `SS=S SSSSS=SSSSS ${Array.from('123456789', (n) => `FF${n}=FF${n}`).join(' ')}`,
  MERIDIAN_INDICATOR: 'AM=p PM=p A.M.=p. P.M.=p.',
  TIME_ZONE: 'TZH=TZH TZM=TZM',
  CENTURY: 'CC SCC',
  QUARTER: 'Q',
  WEEK: 'IW WW W',
  ERA_INDICATOR: 'AD BC A.D. B.C.',
  MISC: 'SP TH SPTH THSP FM',
};

const ELEMENTS = new Map(
  Object.entries(CATEGORIES).flatMap(([category, names]) =>
    names.split(' ').map((text) => {
      const [name = '', writer] = text.split('=');
      return [name, { category, writer }] as const;
    }),
  ),
);

const NAMES = [...ELEMENTS.keys()].sort((a, b) => b.length - a.length);

const TOKEN = new RegExp(
  String.raw`"((?:[^"\\]|\\["\\])*)"|( +|[-./,';:])|(${NAMES.join('|').replaceAll('.', String.raw`\.`)})`,
  'iy',
);

const BAD_ESCAPE = /"(?:[^"\\]|\\["\\])*(\\[^"\\])/y;

/** Reads a format; throws GoogleSQL's message for what is no element. */
export function readCastFormat(format: string): readonly CastElement[] {
  const elements: CastElement[] = [];
  for (let at = 0; at < format.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(format);
    if (!match)
      throw new Error(`${faultAt(format, at)} at ${Buffer.byteLength(format.slice(0, at))}`);
    elements.push(elementOf(match));
  }
  return elements;
}

function faultAt(format: string, at: number): string {
  BAD_ESCAPE.lastIndex = at;
  const [, sequence] = BAD_ESCAPE.exec(format) ?? [];
  if (sequence !== undefined) return `Unsupported escape sequence ${sequence} in text`;
  return format[at] === '"'
    ? 'Cannot find matching " for quoted literal'
    : 'Cannot find matched format element';
}

function elementOf([written, quoted, plain, letters]: RegExpExecArray): CastElement {
  if (letters !== undefined) {
    const name = letters.toUpperCase();
    return { name, category: ELEMENTS.get(name)?.category ?? '', written };
  }
  const literal = plain ?? (quoted ?? '').replace(/\\(.)/gs, '$1');
  const name =
    plain ??
    `"${literal
      .replace(/["'\\]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
      .replaceAll('\t', String.raw`\t`)}"`;
  return { name, category: 'LITERAL', written, literal };
}

/** The element of FORMAT_TIMESTAMP, or of `format-time.ts`, that writes an element. */
export function writerOf({ name }: CastElement): string | undefined {
  return ELEMENTS.get(name)?.writer;
}

const DATE_CATEGORIES = ['YEAR', 'MONTH', 'DAY'];
const TIME_CATEGORIES = ['HOUR', 'MINUTE', 'SECOND', 'MERIDIAN_INDICATOR'];

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  DATE: DATE_CATEGORIES,
  TIME: TIME_CATEGORIES,
  DATETIME: [...DATE_CATEGORIES, ...TIME_CATEGORIES],
};

/** Throws for elements that a type does not have, and for those that are not written. */
export function checkWriting(elements: readonly CastElement[], type: string): void {
  const categories = WRITTEN[type];
  const own = elements.filter(({ category }) => category !== 'LITERAL');
  const foreign = own.find(({ category }) => categories?.includes(category) === false);
  if (foreign) throw new Error(`${type} does not support '${foreign.name}'`);
  const unwritten = own.find((element) => !writerOf(element));
  if (unwritten) throw new Error(`Unsupported format element '${unwritten.name}'`);
}

/** The elements that are read. */
const READ =
  /^(?:Y{1,4}|Y,YYY|RR|RRRR|MM|MON|MONTH|DD|HH|HH12|HH24|MI|SS|SSSSS|FF\d|[AP]\.M\.|TZH|TZM)$/;

/** The categories that texts of a type cannot have. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  DATE: [...TIME_CATEGORIES, 'TIME_ZONE'],
  TIME: [...DATE_CATEGORIES, 'TIME_ZONE'],
  DATETIME: ['TIME_ZONE'],
};

/** Throws for elements that are not read, or not into a type, or not together. */
export function checkReading(elements: readonly CastElement[], type: string): void {
  const own = elements.filter(({ category }) => category !== 'LITERAL');
  const kinds = new Set<string>();
  for (const { name } of own) {
    if (!READ.test(name)) throw new Error(`Format element '${name}' is not supported for parsing`);
    const kind = name.replace(/^FF\d$/, 'FF');
    if (kinds.has(kind))
      throw new Error(`Format element '${name}' appears more than once in the format string`);
    kinds.add(kind);
  }
  const foreign = UNREAD[type]?.find((category) => firstOf(own, category));
  if (foreign) {
    const place = `Format element in category ${foreign} ('${firstOf(own, foreign)}')`;
    throw new Error(`${place} is not allowed for output type ${type}`);
  }
  checkTogether(own);
}

function firstOf(elements: readonly CastElement[], category: string): string | undefined {
  return elements.find((element) => element.category === category)?.name;
}

function checkTogether(own: readonly CastElement[]): void {
  for (const category of ['MERIDIAN_INDICATOR', ...DATE_CATEGORIES, 'HOUR', 'MINUTE']) {
    const [first, second] = own.filter((element) => element.category === category);
    if (first && second) {
      const both = `'${first.name}' and '${second.name}'`;
      throw new Error(`More than one format element in category ${category} exist: ${both}`);
    }
  }
  const names = own.map(({ name }) => name);
  const half = firstOf(own, 'MERIDIAN_INDICATOR');
  const hour = names.find((name) => name === 'HH' || name === 'HH12');
  refuseBoth(own, 'HH24', 'MERIDIAN_INDICATOR');
  if (hour && !half)
    throw new Error(
      `Format element in category MERIDIAN_INDICATOR is required when format element '${hour}' exists`,
    );
  if (half && !hour)
    throw new Error(
      `Format element of type HH/HH12 is required when format element in category MERIDIAN_INDICATOR ('${half}') exists`,
    );
  refuseBoth(own, 'SSSSS', 'HOUR');
  refuseBoth(own, 'SSSSS', 'MINUTE');
  if (names.includes('SSSSS') && names.includes('SS'))
    throw new Error("Format elements 'SSSSS' and 'SS' cannot exist simultaneously");
}

function refuseBoth(own: readonly CastElement[], name: string, category: string): void {
  const other = firstOf(own, category);
  if (!other || !own.some((element) => element.name === name)) return;
  const both = `category ${category} ('${other}') and format element '${name}'`;
  throw new Error(`Format element in ${both} cannot exist simultaneously`);
}

/** Whether a text of a type is read by the current year or month, which the format lacks. */
export function needsToday(elements: readonly CastElement[], type: string): boolean {
  if (type === 'TIME') return false;
  // `YYYY` and `RRRR` alone are whole years.
  const hasYear = elements.some(({ name }) => /^(?:YYYY|RRRR|Y,YYY)$/.test(name));
  return !hasYear || !firstOf(elements, 'MONTH');
}
