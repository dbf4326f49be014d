import { checkIdentity } from './auth/open-identity.ts';
import type { ClaimScopes } from './auth/tokens/claim-mapping.ts';
import { type PreparedEndpoint, prepareEndpoints } from './catalog/prepare.ts';
import { Registry } from './catalog/registry.ts';
import type { Config } from './config/config.ts';
import { namesOf } from './endpoint/names.ts';
import { checkDataPath } from './engines/duckdb/tables/data-folder.ts';
import { checkEngine } from './engines/opening/open-engine.ts';
import { keyPinFault } from './execution/arguments/arguments.ts';
import { type DocumentSettings, readTrustedDocuments } from './graphql/documents/documents.ts';
import type { Project } from './project/load-project.ts';

/** The names that settings, keys and claims may mention. */
export type Scopes = ReturnType<typeof scopesOf>;

/** The scopes of what is served at the moment, whenever they are read. */
export function currentScopes(current: () => Pick<Project, 'endpoints' | 'tenant'>): Scopes {
  return {
    get endpoints() {
      return scopesOf(current()).endpoints;
    },
    get ids() {
      return scopesOf(current()).ids;
    },
    get parameters() {
      return scopesOf(current()).parameters;
    },
    get tenants() {
      return scopesOf(current()).tenants;
    },
    pinFault: (pin, endpoints) => scopesOf(current()).pinFault(pin, endpoints),
  };
}

/** What settings, keys and claims may mention. */
export function scopesOf(project: Pick<Project, 'endpoints' | 'tenant'>) {
  return { ...namesOf(project), pinFault: keyPinFault(project.endpoints) } satisfies ClaimScopes;
}

/** What the checks have read and compiled. */
export interface CheckedStart {
  readonly endpoints: readonly PreparedEndpoint[];
  readonly registry: Registry;
  readonly documents: DocumentSettings;
}

/**
 * Everything that makes a start stop and that needs neither ports nor writing: endpoints, aliases, documents, keys,
 * claims, the engine's settings, data and credentials, the path of the data. Rejects with a message for the operator. `config` does the same.
 */
export async function checkStart(
  project: Project,
  config: Config,
  endpoints: readonly PreparedEndpoint[] = prepareEndpoints(project),
): Promise<CheckedStart> {
  const registry = new Registry(endpoints, config.endpointAliases);
  const { trustedDocuments, trustedOnly } = config;
  const trusted = trustedDocuments ? readTrustedDocuments(trustedDocuments) : undefined;
  if (config.engine === 'duckdb') await checkDataPath(config.dataDir, { isWritten: config.demo });
  checkIdentity(config, scopesOf(project));
  await checkEngine({ ...config, project });
  return { endpoints, registry, documents: { trusted, trustedOnly } };
}
