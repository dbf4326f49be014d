import { BigQuery } from '@google-cloud/bigquery';

/** Whose name requests are made in. */
export interface Credentials {
  /** The headers that show it. */
  headers(url: URL): Promise<Readonly<Record<string, string>>>;
  /** Forgets a token that was refused; calls that overlap share one renewal. */
  renew(): Promise<void>;
}

/** Nobody's: for emulators. */
export const ANONYMOUS: Credentials = {
  headers: async () => ({}),
  renew: async () => {},
};

/** How often a refused token is renewed at most: one that is refused again is not refused for its age. */
const RENEW_EVERY_MS = 10_000;

/** Google's application default credentials. */
export class DefaultCredentials implements Credentials {
  readonly #project: string;
  #client: BigQuery;
  #renewed = Number.NEGATIVE_INFINITY;

  private constructor(project: string) {
    this.#project = project;
    this.#client = newClient(project);
  }

  /** Rejects when there are none. */
  static async open(project: string): Promise<DefaultCredentials> {
    const credentials = new DefaultCredentials(project);
    await credentials.#client.authClient.getClient();
    return credentials;
  }

  /** The library shares one refresh among the requests that wait for it. */
  async headers(url: URL): Promise<Readonly<Record<string, string>>> {
    const headers = await this.#client.authClient.getRequestHeaders(url.href);
    return Object.fromEntries(headers);
  }

  /** A new client has no token, so it asks for one; those that overlap find it renewed. */
  async renew(): Promise<void> {
    if (performance.now() - this.#renewed < RENEW_EVERY_MS) return;
    this.#renewed = performance.now();
    this.#client = newClient(this.#project);
  }
}

function newClient(projectId: string): BigQuery {
  return new BigQuery({ projectId, autoRetry: false });
}

/**
 * The credentials that the environment has.
 *
 * An endpoint of one's own is an emulator as a rule, and needs none; BigQuery itself does.
 */
export async function openCredentials(
  project: string,
  endpoint: string | undefined,
): Promise<Credentials> {
  try {
    return await DefaultCredentials.open(project);
  } catch (cause) {
    if (endpoint !== undefined) return ANONYMOUS;
    throw new Error(
      'ENGINE=bigquery needs credentials and there are none: set GOOGLE_APPLICATION_CREDENTIALS to a key file, ' +
        'run `gcloud auth application-default login`, or run where a service account is attached; ' +
        'for an emulator set BIGQUERY_API_ENDPOINT',
      { cause },
    );
  }
}
