import type { RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import { oas } from '@stoplight/spectral-rulesets';

// The types of the package are those of CommonJS; Node imports the ruleset itself.
const OWASP = owasp as unknown as { readonly rules: Readonly<Record<string, object>> };

type Rule = Extract<RulesetDefinition, { rules: unknown }>['rules'][string];

/** What callers send: parameters, and members of bodies. */
const inputs = (type: string): string[] => [
  `$.paths..parameters[?(@ && @.schema && @.schema.type == '${type}')].schema`,
  `$.paths..requestBody.content[*].schema.properties[?(@ && @.type == '${type}')]`,
];

/** Health checks tell nothing of any caller, and load balancers that ask have no key. */
const NEED_KEY = '$.paths[?(!@property.match(/^.(livez|readyz|health)$/))]..responses';

/** Spectral's rules for OpenAPI and those of the OWASP API Security Top 10 (2023). */
export const RULESET: RulesetDefinition = {
  // Rulesets in JavaScript are typed wider than what extends them may be.
  extends: [oas, OWASP] as unknown as RulesetDefinition[],
  rules: {
    // Who runs a gateway is not known to its code.
    'info-contact': 'off',
    // Rows and messages hold texts as long as logs do; what is sent is bounded.
    'owasp:api4:2023-string-limit': only('owasp:api4:2023-string-limit', inputs('string')),
    // Project references, function ids and SQL are free text.
    'owasp:api4:2023-string-restricted': 'off',
    // Repeated columns are as long as logs have them; `result` is bounded by the endpoint.
    'owasp:api4:2023-array-limit': only('owasp:api4:2023-array-limit', inputs('array')),
    // Numbers in answers have the bounds of their format.
    'owasp:api4:2023-integer-limit': only('owasp:api4:2023-integer-limit', inputs('integer')),
    // It takes columns that are named `headers` for headers of a response.
    'owasp:api8:2023-define-cors-origin': only('owasp:api8:2023-define-cors-origin', [
      '$.paths..responses[*].headers',
      '$.components.responses[*].headers',
    ]),
    'owasp:api4:2023-rate-limit-responses-429': only('owasp:api4:2023-rate-limit-responses-429', [
      NEED_KEY,
    ]),
    'owasp:api8:2023-define-error-responses-401': only(
      'owasp:api8:2023-define-error-responses-401',
      [NEED_KEY],
    ),
    // It knows no exceptions; a test of ours names the paths that need no key.
    'owasp:api2:2023-read-restricted': 'off',
  },
};

/** A rule of OWASP's set, looking in these places only. */
function only(name: string, given: string[]): Rule {
  const rule = OWASP.rules[name];
  if (rule === undefined) throw new Error(`There is no rule "${name}"`);
  return { ...rule, given } as Rule;
}
