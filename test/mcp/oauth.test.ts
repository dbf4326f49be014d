import { createHash } from 'node:crypto';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from 'mcp-client-2';
import { expect, onTestFinished, test } from 'vitest';
import { gateway } from '../support/gateway.ts';
import { listen } from '../support/http-server.ts';
import { OidcIssuer } from '../support/oidc-issuer.ts';
import { acceptTokens } from '../support/open-tokens.ts';

const RESOURCE = 'https://data.example.com';
const REDIRECT = 'http://127.0.0.1/callback';
const CODE = 'code-of-the-user';

type DiscoveryState = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

/** A client as an identity provider knows it, whose user agrees to what is asked. */
class AgreedClient implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'test', redirect_uris: [REDIRECT] };
  /** Where the user was sent. */
  asked: URL | undefined;
  #tokens: ReturnType<OAuthClientProvider['tokens']>;
  #verifier = '';
  #discovered: DiscoveryState | undefined;

  clientInformation() {
    return { client_id: 'agent' };
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: Parameters<OAuthClientProvider['saveTokens']>[0]): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: DiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState(): DiscoveryState | undefined {
    return this.#discovered;
  }
}

/** An issuer that gives a token for a code, and the service that accepts it, at an address of its own. */
async function open() {
  const issuer = await OidcIssuer.start();
  issuer.answers.set('/.well-known/openid-configuration', {
    body: {
      issuer: issuer.url,
      jwks_uri: issuer.keySet,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    },
  });
  const access = await issuer.sign({ aud: RESOURCE });
  issuer.answers.set('/token', {
    body: { access_token: access, token_type: 'Bearer', expires_in: 300 },
  });
  const { tokens } = await acceptTokens(issuer, { settings: { audience: [RESOURCE] } });
  const authorization = { issuer: issuer.url, resource: RESOURCE };
  const address = { publicUrl: RESOURCE };
  const { app } = await gateway({ authenticator: tokens, tools: { authorization, address } });
  return { issuer, port: await listen(app) };
}

/** What a client sends, of which the service's address leads to a port as through a proxy. */
function proxied(port: number) {
  const sent: { readonly url: string; readonly body: string }[] = [];
  const fetchThrough = (input: string | URL, init?: RequestInit): Promise<Response> => {
    sent.push({ url: `${input}`, body: `${init?.body ?? ''}` });
    return fetch(`${input}`.replace(RESOURCE, `http://127.0.0.1:${port}`), init);
  };
  return { sent, fetch: fetchThrough };
}

test('a client without a key finds the issuer, gets a token there and calls a tool with it', async () => {
  const { issuer, port } = await open();
  const proxy = proxied(port);
  const authProvider = new AgreedClient();
  const options = { authProvider, fetch: proxy.fetch };
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${RESOURCE}/mcp`), options);
    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    return { client, transport, connected: client.connect(transport) };
  };

  const first = await connect();
  await expect(first.connected).rejects.toThrow('Unauthorized');
  const { origin, pathname, searchParams } = authProvider.asked ?? new URL('none:');
  await first.transport.finishAuth(CODE);
  const { client, connected } = await connect();
  await connected;
  const answer = await client.callTool({
    name: 'usageApiCounts',
    arguments: { project: 'demo', interval: 'DAILY' },
  });

  expect(origin + pathname).toBe(`${issuer.url}/authorize`);
  expect(searchParams.get('resource')).toBe(RESOURCE);
  const paths = proxy.sent.map(({ url }) => url);
  expect(paths).toContain(`${RESOURCE}/.well-known/oauth-protected-resource/mcp`);
  const form = new URLSearchParams(proxy.sent.find(({ url }) => url.endsWith('/token'))?.body);
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: 'authorization_code',
    code: CODE,
    resource: RESOURCE,
  });
  const verifier = form.get('code_verifier') ?? '';
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
    searchParams.get('code_challenge'),
  );
  expect(answer.structuredContent).toMatchObject({ truncated: false });
});
