import { describeEndpoint } from '../catalog/description/describe-endpoint.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { openApiDocument } from './openapi/document.ts';

/** The committed contract: the document for a key without restrictions. */
export const OPENAPI_FILE = new URL('../../schema/openapi.json', import.meta.url);

/** The document of endpoints for a key without restrictions, as JSON text. */
export function printOpenApi(endpoints: readonly PreparedEndpoint[]): string {
  const anyone = { pins: new Map(), sandbox: true, redact: false };
  const caller = { ...anyone, keyId: '', name: '', endpoints: undefined };
  const described = endpoints.map((endpoint) => describeEndpoint(endpoint, caller));
  return `${JSON.stringify(openApiDocument(described), undefined, 2)}\n`;
}
