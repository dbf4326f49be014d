import { beginsWord } from '../../text/boundary.ts';
import { type Detector, NONE, type Span, span, type Trigger } from '../../text/detector.ts';
import { Pattern } from '../../text/pattern.ts';
import type { Scan } from '../../text/scan.ts';

/** A key format identified by characters in its middle. */
interface SplitForm {
  readonly trigger: Trigger;
  /** A character at a fixed distance from the trigger; rules out most places where the trigger is common. */
  readonly mark?: { readonly distance: number; readonly code: number };
  readonly before: RegExp;
  /** The maximum number of characters before the trigger. */
  readonly maxBefore: number;
  /** The part that starts at the trigger. */
  readonly pattern: Pattern;
  /** How that part begins, whatever the key, and what may precede it. */
  readonly lead: string;
}

/**
 * One line per form: whose keys they are, the trigger with the characters of which one must follow and precede (`*`: any),
 * the maximum number of characters before the trigger, their pattern, that of the part which starts at the trigger, and a
 * mark: `4:1` is a `1` four characters before the trigger. ngrok's keys begin with a KSUID, whose first digit is the year;
 * Grafana's older ones are JSON in base64, `{"k":"`; Microsoft marks its own at a fixed place.
 */
const TABLE = String.raw`
  Terraform   .  a                 *           14  [A-Za-z0-9]{14}                 \.atlasv1\.[\w=-]{50,80}
  Authress    .  a                 *           46  (?:sc|ext|scauth|authress)_[A-Za-z0-9]{5,30}\.[a-z0-9]{4,6} \.acc[_-][A-Za-z0-9-]{10,32}\.[\w+/=-]{30,120}
  Yandex      .  1                 lt          5   (?:dict|trnsl|pdct)             \.1\.1\.\d{8}T\d{6}Z\.[0-9a-f]{16}\.[0-9a-f]{40}
  Telegram    :  A                 *           10  \d{8,10}                        :AA[\w-]{32,34}(?![\w-])
  Firebase    :  A                 *           11  AAAA[\w-]{7}                    :APA91[\w-]{120,160}(?![\w-])
  Tableau     :  *                 =           24  [A-Za-z0-9+/]{22}==             :[A-Za-z0-9]{32}(?!\w)
  Mailchimp   -  u                 *           32  [0-9a-f]{32}                    -us\d{1,2}(?!\w)
  Entra       ~  *                 Q           5   [\w.~-]{3}\dQ                   ~[\w.~-]{31,34}(?![\w.~-])
  ngrok       _  01234567          *           27  [1-4][A-Za-z0-9]{26}            _\d[A-Za-z0-9]{20,21}(?!\w)
  Zoho        .  0123456789abcdef  0           4   1000                            \.[0-9a-f]{32}\.[0-9a-f]{32}(?!\w) 4:1
  MaxMind     _  m                 *           36  [A-Za-z0-9]{6}_[A-Za-z0-9]{29}  _mmk(?!\w)
  Amazon      z  n                 m           2   am                              zn(?:\.mws\.[0-9a-f-]{36}|1\.oa2-cs\.v1\.[0-9a-f]{64})(?![\w-])
  Grafana     J  r                 y           2   ey                              JrIjoi[\w+/]{40,400}={0,3}(?![\w.+/=-])
  Facebook    |  *                 0123456789  17  \d{15,17}                       \|(?=[\w-]{0,26}\d)(?=[\w-]{0,26}[A-Z])[\w-]{27}(?![\w-])
  Braintree   $  ps                n           12  access_token                    \$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}(?!\w)
  Salesforce  !  A                 *           18  00[A-Za-z0-9]{13,16}            ![\w.]{80,120}(?![\w.])
  NewRelic    N  R                 *           36  [0-9a-z]{36}                    NRAL(?!\w)
  Microsoft   J  Q                 *           52  [A-Za-z0-9]{52}                 JQQJ99[A-Za-z0-9]{20,32}(?!\w)
  Microsoft   A  Z                 *           76  [A-Za-z0-9]{76}                 AZDO[A-Za-z0-9]{4}(?!\w)
  Microsoft   A  z                 *           44  [\w-]{44}                       AzFu[\w-]{5}[AQgw]==
  Microsoft   A  z                 *           42  [A-Za-z0-9]{42}                 AzSe[A-D][A-Za-z0-9]{5}(?!\w)
  Microsoft   A  IZz               *           33  [A-Za-z0-9+/]{33}               A(?:IoT|ZEG|zCa)[A-P][A-Za-z0-9+/]{5}=
  Microsoft   +  A                 *           33  [A-Za-z0-9+/]{33}               \+A(?:Sb|Eh|Rm)[A-P][A-Za-z0-9+/]{5}=
  Microsoft   +  A                 *           42  [A-Za-z0-9+/]{42}               \+ACR[A-D][A-Za-z0-9+/]{5}(?![\w+/])
  Microsoft   +  A                 *           76  [A-Za-z0-9+/]{76}               \+A(?:St|Ba|MC)[A-Za-z0-9+/]{5}[AQgw]==
  Microsoft   A  CP                *           76  [A-Za-z0-9+/]{76}               A(?:CDb|PIM)[A-Za-z0-9+/]{5}[AQgw]==
`;

const FORMS: readonly SplitForm[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [, char = '', next = '', before = '', maxBefore, first, rest = '', mark = ''] = line
      .trim()
      .split(/ +/);
    const [distance, character] = mark.split(':');
    const literal = (/^(?:\w|[:~!-]|\\[^\w])*/.exec(rest)?.[0] ?? '').replaceAll('\\', '');
    return {
      trigger: { char, ...(next !== '*' && { next }), ...(before !== '*' && { before }) },
      ...(character && {
        mark: { distance: -Number(distance), code: character.charCodeAt(0) },
      }),
      before: new RegExp(`${first}$`),
      maxBefore: Number(maxBefore),
      pattern: new Pattern(new RegExp(rest)),
      lead: `${before.replace('*', '')[0] ?? ''}${literal}${literal.length > 1 ? '' : (next.replace('*', '')[0] ?? '')}`,
    };
  });

/** Forms by their trigger's character and the next one. */
const FORMS_OF: (readonly SplitForm[] | undefined)[] = [];

for (let code = 0; code < 128 * 128; code += 1) {
  const char = String.fromCharCode(code >> 7);
  const next = String.fromCharCode(code & 127);
  const forms = FORMS.filter(
    ({ trigger }) => trigger.char === char && (trigger.next?.includes(next) ?? true),
  );
  FORMS_OF.push(forms.length > 0 ? forms : undefined);
}

function placeOf(code: number, next: number): number {
  return code * 128 + (next & 127);
}

/** Keys identified by characters in their middle: `….atlasv1.…`, `123456789:AA…`, `…-us21`. */
export const splitKey: Detector = {
  name: 'split-key',
  confidence: 'certain',
  triggers: triggers(),
  leads: FORMS.map(({ lead }) => lead),
  find: findSplitKey,
};

/** One trigger for all forms that share a character and what precedes it, so that none is tried twice. */
function triggers(): readonly Trigger[] {
  const all = FORMS.map(({ trigger }) => trigger);
  const groups = Map.groupBy(all, ({ char, before }) => `${char}${before}`).values();
  return Array.from(groups, (group) => {
    const [{ next: _, ...first }] = group as [Trigger, ...Trigger[]];
    const nexts = group.map(({ next }) => next);
    return nexts.includes(undefined) ? first : { ...first, next: nexts.join('') };
  });
}

function findSplitKey(scan: Scan, at: number): readonly Span[] {
  for (const form of FORMS_OF[placeOf(scan.code(at), scan.code(at + 1))] ?? []) {
    if (form.mark && scan.code(at + form.mark.distance) !== form.mark.code) continue;
    const end = scan.match(form.pattern, at);
    const start = end < 0 ? -1 : startOf(form, scan, at);
    if (start >= 0) return span(start, end);
  }
  return NONE;
}

/** The start of the key whose second part starts at `at`, or -1. */
function startOf({ before, maxBefore }: SplitForm, scan: Scan, at: number): number {
  const left = scan.slice(Math.max(scan.end, at - maxBefore), at);
  const length = before.exec(left)?.[0].length ?? 0;
  if (length === 0) return -1;
  // Telegram API URLs have the bot's token directly after "bot".
  const isWord = beginsWord(scan, at - length) || scan.left(at - length, 4) === '/bot';
  return isWord ? at - length : -1;
}
