import type { Contract } from './contract.ts';
import type { GeneratedRequest } from './requests.ts';

/** An answer as it was received. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Buffer;
  /** Decompressed. */
  readonly body: string;
}

/** Headers of the connection and of the body's bytes; OpenAPI says that `Content-Type` is no header of a response. */
const OF_THE_MESSAGE = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
]);

/** What an answer has that the contract does not say, each in a line. */
export function disagreements(
  contract: Contract,
  { expected, method, operation, sendsSql }: GeneratedRequest,
  answer: Answer,
): readonly string[] {
  const { statusCode, headers, rawPayload } = answer;
  const response = operation.responses[statusCode];
  if (!response) return [`${statusCode} is not listed`];
  const found = Object.entries(headers).flatMap(([name, value]) =>
    OF_THE_MESSAGE.has(name) ? [] : headerFaults(contract, response.headers[name], name, value),
  );
  if (expected && !expected.includes(statusCode)) {
    found.push(`${statusCode} in place of ${expected.join(' or ')}`);
  }
  const hasNoBody = method === 'HEAD' || statusCode === 304;
  if (hasNoBody) return rawPayload.length > 0 ? [...found, 'there is a body'] : found;
  return [...found, ...bodyFaults(contract, response.content, answer, sendsSql)];
}

type Documented = Readonly<Record<string, { readonly schema: object }>>;

function headerFaults(
  contract: Contract,
  header: Documented[string] | undefined,
  name: string,
  value: unknown,
): readonly string[] {
  if (!header) return [`the header ${name} is not documented`];
  const isInteger = 'type' in header.schema && header.schema.type === 'integer';
  const fault = contract.fault(header.schema, isInteger ? Number(value) : value);
  return fault === undefined ? [] : [`the header ${name}: ${fault}`];
}

function bodyFaults(
  contract: Contract,
  content: Documented,
  { body, headers }: Answer,
  sendsSql: boolean,
): readonly string[] {
  const type = String(headers['content-type']).split(';', 1)[0] ?? '';
  const documented = content[type];
  if (!documented) return [`a body of the type ${type} is not documented`];
  const value = type.endsWith('json') && type !== 'application/x-ndjson' ? JSON.parse(body) : body;
  const fault = contract.fault(sendsSql ? documented.schema : ofStored(documented.schema), value);
  return fault === undefined ? [] : [`the body: ${fault}`];
}

const stored = new Map<object, object>();

/** The schema of an answer to the stored query: its rows are not those of SQL of the caller's own. */
function ofStored(schema: object): object {
  const known = stored.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema).replace(/"anyOf":\[(\{[^{}]*\}),.*?\]/, '"allOf":[$1]');
  const made: object = JSON.parse(text);
  stored.set(schema, made);
  return made;
}
