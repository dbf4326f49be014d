import { dashedAddress, reverseIpv6 } from './addresses/host-name.ts';
import { ipv4 } from './addresses/ipv4.ts';
import { ipv6 } from './addresses/ipv6.ts';
import { email } from './personal/email.ts';
import { iban } from './personal/iban.ts';
import { paymentCard } from './personal/payment-card.ts';
import { phoneNumber } from './personal/phone-number.ts';
import { assignment } from './secrets/assignment.ts';
import { credentials } from './secrets/authorization.ts';
import { element, openElement } from './secrets/element.ts';
import { jwt } from './secrets/jwt.ts';
import { fixedKey } from './secrets/keys/fixed-key.ts';
import { prefixedKey } from './secrets/keys/prefixed-key.ts';
import { splitKey } from './secrets/keys/split-key.ts';
import { option } from './secrets/option.ts';
import { privateKey } from './secrets/private-key.ts';
import { sqlPassword } from './secrets/sql-password.ts';
import { urlUser } from './secrets/url-user.ts';
import { webhook } from './secrets/webhook.ts';
import type { Detector } from './text/detector.ts';

/** What to redact: `extended` adds payment cards, IBANs and telephone numbers to `default`. */
export type RedactionProfile = 'default' | 'extended';

const DEFAULT: readonly Detector[] = [
  ipv4,
  ipv6,
  dashedAddress,
  reverseIpv6,
  email,
  privateKey,
  jwt,
  prefixedKey,
  fixedKey,
  splitKey,
  webhook,
  urlUser,
  credentials,
  sqlPassword,
  option,
  element,
  openElement,
  assignment,
];

/** The detectors of each profile. At one trigger, `certain` detectors run before `likely` ones, then in this order. */
export const DETECTORS: Readonly<Record<RedactionProfile, readonly Detector[]>> = {
  default: DEFAULT,
  extended: [...DEFAULT, iban, paymentCard, phoneNumber],
};
