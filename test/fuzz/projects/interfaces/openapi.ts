import { Contract, type Operation } from '../../../rest/openapi-requests/contract.ts';
import type { Gateway } from '../../../support/gateway.ts';
import type { RandomRequest } from '../requests.ts';
import { bodyOf, formOf, restAnswer } from './rest.ts';

/** What in requests and answers is not as the OpenAPI document of a gateway says. */
export async function checkContract(
  gateway: Gateway,
  requests: readonly RandomRequest[],
): Promise<readonly string[]> {
  const { app, key } = gateway;
  const { body } = await app.inject({ url: '/openapi.json', headers: { 'x-api-key': key } });
  const contract = new Contract(parse(body));
  const found = [...(await listFault(gateway, contract))];
  for (const request of requests) {
    const { name } = request.endpoint;
    const of = (method: string) =>
      contract.operations.find(
        (one) => one.path === `/api/endpoints/query/${name}` && one.method === method,
      );
    const [get, post] = [of('GET'), of('POST')];
    if (!get || !post) return [`There is no operation of ${name}`];
    const answer = await restAnswer(
      gateway,
      name,
      { method: 'GET', query: formOf(request) },
      'application/json',
    );
    const faults = [
      ...answerFault(contract, get, answer.body),
      ...bodyFault(contract, post, bodyOf(request)),
      ...parameterFaults(contract, get, request),
    ];
    found.push(...faults.map((fault) => `OpenAPI of ${name}: ${fault}\n${request.endpoint.sql}`));
  }
  return found;
}

/** Parses JSON in which no member is called `__proto__`, which Ajv does not know as a property. */
function parse(json: string): Readonly<Record<string, unknown>> {
  return JSON.parse(json.replaceAll('"__proto__"', '"__prototype__"'));
}

/** What is wrong with the list of the endpoints. */
async function listFault({ app, key }: Gateway, contract: Contract): Promise<readonly string[]> {
  const { body } = await app.inject({ url: '/api/endpoints', headers: { 'x-api-key': key } });
  const list = contract.operations.find(({ path }) => path === '/api/endpoints');
  return list ? answerFault(contract, list, body) : ['There is no list'];
}

function answerFault(
  contract: Contract,
  { responses }: Operation,
  body: string,
): readonly string[] {
  const { schema = {} } = responses['200']?.content['application/json'] ?? {};
  const fault = contract.fault(schema, parse(body));
  return fault === undefined ? [] : [`the answer: ${fault}: ${body.slice(0, 500)}`];
}

function bodyFault(contract: Contract, { body }: Operation, sent: string): readonly string[] {
  const { schema = {} } = body['application/json'] ?? {};
  const fault = contract.fault({ ...schema, additionalProperties: false }, JSON.parse(sent));
  return fault === undefined ? [] : [`the body: ${fault}: ${sent}`];
}

/** Each argument in the query string is one of the document, of its schema; so are the defaults. */
function parameterFaults(
  contract: Contract,
  { parameters }: Operation,
  request: RandomRequest,
): readonly string[] {
  const values = JSON.parse(bodyOf(request)) as Readonly<Record<string, unknown>>;
  const inQuery = parameters.filter((one) => one.in === 'query');
  const missing = inQuery.filter((one) => one.required && !Object.hasOwn(values, one.name));
  const known = new Set(inQuery.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  const wrong = inQuery.flatMap(({ name, schema }) => {
    const sent = Object.hasOwn(values, name) ? [values[name]] : [];
    const given = schema.default === undefined ? sent : [...sent, schema.default];
    return given.flatMap((value) => {
      const fault = contract.fault(schema, value);
      return fault === undefined ? [] : [`${name}: ${fault}: ${JSON.stringify(value)}`];
    });
  });
  return [
    ...missing.map(({ name }) => `${name} is required`),
    ...unknown.map((name) => `${name} is no parameter`),
    ...wrong,
  ];
}
