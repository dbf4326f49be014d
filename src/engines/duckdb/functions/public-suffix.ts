import { domainToASCII } from 'node:url';
import { parse } from 'tldts';

/** The part of the list that ICANN's registries make; a host is looked up as it is. */
const ICANN_ONLY = {
  allowPrivateDomains: false,
  detectIp: false,
  extractHostname: false,
  validateHostname: false,
};

/** NET.PUBLIC_SUFFIX of a host: the part below which its registrants have domains, in the host's own letters. */
export function publicSuffix(host: string): string | null {
  return ending(host, suffixOf);
}

/** NET.REG_DOMAIN of a host: its public suffix and the label before. */
export function registeredDomain(host: string): string | null {
  return ending(host, (name) => {
    const suffix = suffixOf(name);
    if (suffix === undefined || suffix === name) return undefined;
    const before = name.slice(0, -suffix.length - 1);
    const label = before.slice(before.lastIndexOf('.') + 1);
    return label === '' ? undefined : `${label}.${suffix}`;
  });
}

/** What `find` finds at the end of a host's canonical name, as the host has it: in upper case or full-width letters. */
function ending(host: string, find: (name: string) => string | undefined): string | null {
  const name = canonicalName(host);
  if (name === undefined) return null;
  const isAbsolute = name.endsWith('.');
  const found = find(isAbsolute ? name.slice(0, -1) : name);
  if (found === undefined) return null;
  const labels = found.split('.').length + (isAbsolute ? 1 : 0);
  return host.split('.').slice(-labels).join('.');
}

/** Letters that the list does not have: it is in lower case, and other scripts are in Punycode. */
const CHANGES = /[^\0-@[-~]/;

/** Two hyphens at the third place mark a name in Punycode. */
const WRONG_HYPHENS = /(?:^|[.。．｡])(?:-|(?!xn--)[^.]{2}--)|-(?:[.。．｡]|$)/iu;

/** Longer ones have no name in the DNS, whatever is left out of it. */
const MAX_HOST = 1_000;
const DNS_NAME = /^(?=.{1,254}$)(?:[^.]{1,63}(?:\.|$))+$/;

/** The name that is looked up; undefined for a host that needs a change to become one and cannot. */
function canonicalName(host: string): string | undefined {
  if (!CHANGES.test(host)) return host;
  if (host.length > MAX_HOST || WRONG_HYPHENS.test(host)) return undefined;
  const name = domainToASCII(host);
  return DNS_NAME.test(name) ? name : undefined;
}

function suffixOf(name: string): string | undefined {
  const { isIcann, publicSuffix: suffix } = parse(name, ICANN_ONLY);
  if (!isIcann || !suffix) return undefined;
  const dot = suffix.indexOf('.');
  // The library takes `kobe.jp` for a suffix where the list has only `*.kobe.jp`.
  const isOnlyParent = suffix === name && dot > 0 && suffixOf(`a.${name}`) !== name;
  return isOnlyParent ? name.slice(dot + 1) : suffix;
}
