import { unrestricted } from '../auth/caller.ts';
import { describeEndpoint } from '../catalog/description/describe-endpoint.ts';
import type { PreparedEndpoint } from '../catalog/prepare.ts';
import { openApiDocument } from './openapi/document.ts';

/** The committed contract: the document for a key without restrictions. */
export const OPENAPI_FILE = new URL('../../schema/openapi.json', import.meta.url);

/** The document of endpoints for a key without restrictions, as JSON text. */
export function printOpenApi(endpoints: readonly PreparedEndpoint[]): string {
  const anyone = unrestricted('anyone');
  const described = endpoints.map((endpoint) => describeEndpoint(endpoint, anyone));
  return `${JSON.stringify(openApiDocument(described), undefined, 2)}\n`;
}
