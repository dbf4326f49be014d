import type { ProvenType } from '#googlesql';
import type { PreparedEndpoint } from '../../../src/catalog/prepare.ts';
import { camelCase } from '../../../src/project/names.ts';
import { Random } from '../../fuzz/random.ts';
import { graphql, type Question, toolCall } from '../ask-world.ts';
import { statementOver } from '../statements.ts';
import { sandboxViews, stemOf } from './endpoints.ts';

const ACCEPTED = ['application/json', 'text/csv', 'application/x-ndjson'];

/** A question of that number; always the same one. */
export function questionOf(
  i: number,
  pin: string,
  endpoints: readonly PreparedEndpoint[],
): Question {
  const random = new Random(i * 7_919 + pin.length);
  const stem = stemOf(pin);
  if (i % 3 === 0)
    return sandboxQuestion(random, `${stem}.sandbox`, statementOver(sandboxViews(pin), i));
  const own = endpoints.filter(({ definition: { name } }) => isFor(name, stem));
  // A generated one of three, as there are more of them.
  const isGenerated = random.below(3) === 0;
  const endpoint = random.pick(
    own.filter(({ definition: { name } }) => name.includes('generated') === isGenerated),
  );
  switch (random.below(4)) {
    case 0:
      return graphqlQuestion(random, endpoint, pin);
    case 1:
      return toolQuestion(random, endpoint, pin);
    default:
      return restQuestion(random, endpoint, pin);
  }
}

/** Names begin with a table, or with the pin for which they are. */
function isFor(name: string, stem: string): boolean {
  const [first = ''] = name.split('.');
  return !['number', 'day', 'truth'].includes(first) || first === stem;
}

function sandboxQuestion(random: Random, endpoint: string, sql: string): Question {
  const way = random.below(4);
  if (way === 1) return { ...toolCall('sandbox', { endpoint, arguments: {}, sql }), what: sql };
  if (way === 0) {
    const query = `query ($sql: String!) { sandbox(endpoint: "${endpoint}", arguments: {}, sql: $sql) {
      rows rowCount truncated columns { name type mode } } }`;
    return graphql(sql, query, { sql });
  }
  const url = `/api/endpoints/query/${endpoint}?${new URLSearchParams({ sql })}`;
  return { what: sql, method: 'GET', url, accept: random.pick(ACCEPTED) };
}

/** Some of an endpoint's arguments, as text. */
function argumentsOf(
  random: Random,
  { definition: { parameters } }: PreparedEndpoint,
  pin: string,
): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, readonly string[]>> = {
    text: ['1', '', 'x', '12'],
    since: ['2026-07-01T00:00:00Z', '2020-01-01'],
    zero: ['0', '15', '-1'],
    id: ['13', 'x-canary', '', 'abc'],
    least: ['9', '11', '0'],
    // Another than the pin is refused; without it the pin is taken.
    whose: [pin, pin, 'other', '1', 'false'],
  };
  const sent = Object.keys(parameters).filter(() => random.below(2) === 0);
  return Object.fromEntries(sent.map((name) => [name, random.pick(values[name] ?? [''])]));
}

/** A call of the endpoint's tool, or of one that tells of it. */
function toolQuestion(random: Random, endpoint: PreparedEndpoint, pin: string): Question {
  const { columns, field, name, parameters, returns } = endpoint.definition;
  const args = Object.entries(argumentsOf(random, endpoint, pin)).map(([own, text]) => {
    const isBoolean = parameters[own]?.type.kind === 'BOOL';
    return [camelCase(own), isBoolean ? text === 'true' : text];
  });
  const isOrdered = returns === 'many' && !name.includes('generated') && random.below(3) === 0;
  const sent = {
    ...Object.fromEntries(args),
    ...(returns === 'many' && random.below(3) === 0 && { limit: random.pick([1, 3, 8, 9]) }),
    ...(isOrdered && { orderBy: `${random.pick(['', '-'])}${random.pick(columns).field}` }),
  };
  switch (random.below(10)) {
    case 0:
      return toolCall('estimate', { tool: field, arguments: sent });
    case 1:
      return toolCall('describe', { endpoint: name });
    default:
      return toolCall(field, sent);
  }
}

function restQuestion(random: Random, endpoint: PreparedEndpoint, pin: string): Question {
  const { columns, name, returns } = endpoint.definition;
  const column = random.pick(columns).name;
  const shape =
    returns === 'many'
      ? {
          ...(random.below(3) === 0 && { limit: random.pick(['1', '3', '8', '9']) }),
          // Rows of generated statements have no order of their own where they are equal in this one.
          ...(!name.includes('generated') &&
            random.below(3) === 0 && { order_by: `${random.pick(['', '-'])}${column}` }),
        }
      : {};
  const values = { ...argumentsOf(random, endpoint, pin), ...shape };
  const url = `/api/endpoints/query/${name}?${new URLSearchParams(values)}`;
  const accept = random.pick(ACCEPTED);
  return { what: `${url} ${accept}`, method: 'GET', url, accept };
}

function graphqlQuestion(random: Random, endpoint: PreparedEndpoint, pin: string): Question {
  const { columns, field, parameters, returns } = endpoint.definition;
  const sent = argumentsOf(random, endpoint, pin);
  const literals = Object.entries(parameters).flatMap(
    ([name, { default: other, isRequired, type }]) => {
      const value = sent[name] ?? (isRequired && !other ? pin : undefined);
      if (value === undefined) return [];
      const isBare = type.kind === 'INT64' || type.kind === 'BOOL';
      return `${name}: ${isBare ? value : JSON.stringify(value)}`;
    },
  );
  const many = returns === 'many' ? random.pick([[], [], ['limit: 3'], ['limit: 8']]) : [];
  const selected = columns.map(({ field: own, type }) => `${own}${selectionOf(type)}`).join(' ');
  const list = [...literals, ...many];
  const given = list.length === 0 ? '' : `(${list.join(', ')})`;
  const query = `{ answer: ${field}${given} { ${returns === 'many' ? 'rows' : 'row'} { ${selected} }
    rowCount truncated meta { cacheStatus computedAt ageSeconds definitionVersion bytesBilled } } }`;
  return graphql(query, query);
}

/** All fields below a type; nothing of a scalar. */
function selectionOf(type: ProvenType): string {
  const { fields } = type.element ?? type;
  if (!fields) return '';
  return ` { ${fields.map((one) => `${camelCase(one.name)}${selectionOf(one.type)}`).join(' ')} }`;
}
