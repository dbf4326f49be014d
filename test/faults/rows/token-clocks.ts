import { exportSPKI, SignJWT } from 'jose';
import { AUDIENCE, signingKey } from '../../support/oidc-issuer.ts';
import type { Trial } from '../fault.ts';
import { kept } from '../questions.ts';
import { FakeClock, noFakeClock } from '../tools/fake-clock.ts';
import { nextProject } from '../world.ts';

const ISSUER = 'https://id.example.com';
const VALID_SECONDS = 300;

/** How far a replica's clock is from that of the issuer, in seconds, and whether its tokens are taken. */
const SHIFTS: readonly (readonly [seconds: number, isTaken: boolean])[] = [
  [0, true],
  [-20, true],
  [-600, false],
  [0, true],
  [20, true],
  [600, false],
  [0, true],
];

/** Tokens are for a moment, which a replica with another clock misses. */
export async function tokenClocks(trial: Trial): Promise<void> {
  if (noFakeClock !== undefined) return trial.skip(noFakeClock);
  const clock = new FakeClock();
  try {
    const { privateKey, publicKey } = await signingKey('first', 'ES256');
    const rig = await trial.openRig({
      environment: {
        ...clock.environment,
        OIDC_ISSUER: ISSUER,
        JWT_PUBLIC_KEY: await exportSPKI(publicKey),
        AUDIENCE,
        CLAIMS: '{"endpoints":"*","pins":{"project":"project"}}',
      },
    });
    for (const [seconds, isTaken] of SHIFTS) {
      const project = nextProject();
      clock.shift(seconds);
      const now = Math.floor(Date.now() / 1_000);
      const token = await new SignJWT({ project })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setSubject(`somebody ${project}`)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + VALID_SECONDS)
        .sign(privateKey);
      const allow = isTaken ? [] : (['UNAUTHENTICATED'] as const);
      const { code } = await rig.client.ask(kept(project), { key: token, allow });
      trial.note(`${seconds} s: ${code}`);
      trial.expectEqual(code, isTaken ? 'OK' : 'UNAUTHENTICATED', `${seconds} s`);
    }
  } finally {
    clock.remove();
  }
}
