import { writeFileSync } from 'node:fs';
import { describeEndpoint } from '../catalog/description/describe-endpoint.ts';
import { prepareEndpoints } from '../catalog/prepare.ts';
import { loadProject, OWN_FOLDER, type Project } from '../project/load-project.ts';
import { openApiDocument } from './openapi/document.ts';

/** The committed contract: the document for a key without restrictions. */
export const OPENAPI_FILE = new URL('../../schema/openapi.json', import.meta.url);

/** The committed contract as JSON text. */
export function printOpenApi(project: Project): string {
  const anyone = { pins: new Map(), sandbox: true, redact: false };
  const caller = { ...anyone, keyId: '', name: '', endpoints: undefined };
  const endpoints = prepareEndpoints(project);
  const described = endpoints.map((endpoint) => describeEndpoint(endpoint, caller));
  return `${JSON.stringify(openApiDocument(described), undefined, 2)}\n`;
}

if (import.meta.main) {
  writeFileSync(OPENAPI_FILE, printOpenApi(await loadProject(OWN_FOLDER)));
}
