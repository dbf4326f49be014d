import { type Attack, encode, type Forge, SOUND, signTexts } from './forge.ts';

/** Texts that only resemble a token, and tokens changed after they were signed. */
export function changed(forge: Forge): readonly Attack[] {
  const token = forge.signed();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const other = forge.signed({ sub: 'another' }).split('.');
  const shapes: readonly (readonly [what: string, token: string])[] = [
    ['no signature', `${header}.${payload}`],
    ['an empty signature', `${header}.${payload}.`],
    ['an empty payload', `${header}..${signature}`],
    ['an empty header', `.${payload}.${signature}`],
    ['dots alone', '..'],
    ['a fourth part', `${token}.${signature}`],
    ['five parts', `${token}.${payload}.${signature}`],
    ['a dot at the end', `${token}.`],
    ['the token twice', `${token}${token}`],
    ['two tokens', `${token}, ${token}`],
    ['padding', `${header}=.${payload}==.${signature}==`],
    ['the other alphabet', `${header}.${payload}.+/${signature.slice(2)}`],
    ['a line break', `${header}\n.${payload}.${signature}`],
    ['a NUL', `${header}.${payload}\0.${signature}`],
    ['JSON serialization', JSON.stringify({ protected: header, payload, signature })],
    ['quotes', `"${token}"`],
    ['half a signature', `${header}.${payload}.${signature.slice(0, signature.length / 2)}`],
    ["another token's signature", `${header}.${payload}.${other[2]}`],
    ["another token's payload", `${header}.${other[1]}.${signature}`],
    ['parts in another order', `${payload}.${header}.${signature}`],
    [
      'a huge header',
      `${encode(`{"alg":"RS256","x":"${'x'.repeat(20_000)}"}`)}.${payload}.${signature}`,
    ],
    ['a huge payload', `${header}.${encode('x'.repeat(30_000))}.${signature}`],
    ['a huge signature', `${header}.${payload}.${'A'.repeat(30_000)}`],
    ['a header that is no JSON', `${encode('alg: RS256')}.${payload}.${signature}`],
    ['a header that is null', `${encode('null')}.${payload}.${signature}`],
    ['a header that is a list', `${encode('[]')}.${payload}.${signature}`],
    ['a deep header', `${encode('['.repeat(8_000) + ']'.repeat(0))}.${payload}.${signature}`],
    [
      'a deep header that ends',
      `${encode('['.repeat(5_000) + ']'.repeat(5_000))}.${payload}.${signature}`,
    ],
  ];
  return [
    ...shapes.map(([what, one]) => ({ what, token: one })),
    ...flippedBits(token, 0, 'header'),
    ...flippedBits(token, 1, 'payload'),
    ...flippedBits(token, 2, 'signature'),
  ];
}

/** The token with one bit of a part changed, at twelve places. */
function flippedBits(token: string, part: number, what: string): readonly Attack[] {
  const parts = token.split('.');
  const bytes = Buffer.from(parts[part] ?? '', 'base64url');
  return Array.from({ length: 12 }, (_, i) => {
    const at = Math.floor((i * bytes.length) / 12);
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return {
      what: `another bit in the ${what} at ${at}`,
      token: parts.with(part, encode(copy)).join('.'),
    };
  });
}

/** Soundly signed tokens whose payload is no set of claims, or one that two readers would read differently. */
export function ambiguous(forge: Forge): readonly Attack[] {
  const key = forge.key();
  const header = JSON.stringify(forge.header(key));
  const claims = JSON.stringify(forge.claims());
  const inner = forge.signed();
  const twice = (name: string, value: unknown) =>
    `{${JSON.stringify(name)}:${JSON.stringify(value)},${claims.slice(1)}`;
  const payloads: readonly (readonly [what: string, payload: string | Buffer])[] = [
    ...Object.keys(forge.claims()).map((name) => [`${name} twice`, twice(name, 'x')] as const),
    ['sub twice with one value', twice('sub', 'someone')],
    [
      'a nested claim twice',
      claims.replace('"project_ref":', '"project_ref":"other","project_ref":'),
    ],
    [
      'a nested claim twice, once in escapes',
      claims.replace('"project_ref":', '"project\\u005fref":"other","project_ref":'),
    ],
    ['aud twice, once in escapes', `{"\\u0061ud":"another",${claims.slice(1)}`],
    ['__proto__', `{"__proto__":${JSON.stringify(SOUND)},${claims.slice(1)}`],
    ['a token in a token', inner],
    ['a token in a token as a text', JSON.stringify(inner)],
    ['a list of claims', `[${claims}]`],
    ['null', 'null'],
    ['a number', '1'],
    ['nothing', ' '],
    ['no JSON', `${claims},`],
    ['a comment', `${claims}//`],
    ['a byte order mark', `\uFEFF${claims}`],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from(claims.slice(0, -1)), Buffer.from(',"x":"\xff"}', 'latin1')]),
    ],
    ['deep claims', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)},${claims.slice(1)}`],
    ['huge claims', `{"x":"${'x'.repeat(20_000)}",${claims.slice(1)}`],
  ];
  const headers: readonly (readonly [what: string, header: string])[] = [
    ['alg twice', `{"alg":"none",${header.slice(1)}`],
    ['alg twice, the first right', `${header.slice(0, -1)},"alg":"RS256"}`],
    ['kid twice', `{"kid":"other",${header.slice(1)}`],
    ['typ twice', `{"typ":"logout+jwt",${header.slice(1)}`],
    ['__proto__ in the header', `{"__proto__":{},${header.slice(1)}`],
  ];
  return [
    ...payloads.map(([what, payload]) => ({ what, token: signTexts(header, payload, key) })),
    ...headers.map(([what, text]) => ({ what, token: signTexts(text, claims, key) })),
  ];
}
