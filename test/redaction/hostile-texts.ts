import { DETECTORS, type RedactionProfile } from '../../src/redaction/detectors.ts';
import { Random } from '../fuzz/random.ts';

/** What may stand before a lead, so that it begins a word, continues one, or is encoded. */
const BEFORE = ['', ' ', '-', '"', '\\n', '%20', '/', '=', '\n', '\\"'];
/** What may stand behind it, so that the detector reads on. */
const BEHIND = ['', '0', 'aB3', '1.1', '=', '"', ' (', ';', "'", '%3D', '\\\\"', '::'];
/** Texts around a lead as an encoder writes them. */
const NESTED: readonly ((lead: string) => string)[] = [
  (lead) => encodeURIComponent(lead),
  (lead) => encodeURIComponent(encodeURIComponent(lead)),
  (lead) => `{"a":${JSON.stringify(lead)}}`,
  (lead) => `{\\"value\\":\\"${lead}\\",`,
  (lead) => `token="${lead}`,
  (lead) => `<token>${lead}</token>`,
  (lead) => [...lead, lead].join(''),
];

/** The leads that a profile's detectors declare, with the characters of their triggers. */
export function leadsOf(profile: RedactionProfile): readonly string[] {
  const leads = DETECTORS[profile].flatMap((detector) => {
    const triggers = detector.triggers.map(
      ({ char, before = '', next = '' }) => `${before.at(-1) ?? ''}${char}${next.at(0) ?? ''}`,
    );
    return [...triggers, ...detector.leads];
  });
  return [...new Set(leads)];
}

/** Each lead alone, between each two of the characters around it. */
export function surroundedLeads(profile: RedactionProfile): readonly string[] {
  return leadsOf(profile).flatMap((lead) =>
    BEFORE.flatMap((before) => BEHIND.map((behind) => before + lead + behind)),
  );
}

/** Each lead as an encoder writes it, alone and with another lead inside. */
export function nestedLeads(profile: RedactionProfile): readonly string[] {
  const random = new Random(1);
  const leads = leadsOf(profile);
  return leads.flatMap((lead) =>
    NESTED.map((nest) => nest(random.below(2) === 0 ? lead : lead + random.pick(leads))),
  );
}

/** Two or three leads one behind the other, of detectors drawn first, so that those with many leads are no majority. */
export function joinedLeads(profile: RedactionProfile, count: number): readonly string[] {
  const random = new Random(2);
  const lead = () =>
    random.pick(BEFORE) + random.pick(random.pick(DETECTORS[profile]).leads) + random.pick(BEHIND);
  return Array.from({ length: count }, (_, i) => lead() + lead() + (i % 2 === 0 ? '' : lead()));
}

/**
 * The unit as often as gives a text of about a length. Always a multiple of eight times: an odd number of quotes would
 * make another text.
 */
export function repeated(unit: string, length: number): string {
  return unit.repeat(8 * Math.ceil(length / (8 * unit.length)));
}
