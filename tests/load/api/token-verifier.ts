import { createFirebaseApp } from '@outharbor/api/gateways/firebase-app';
import { toVerifiedToken } from '@outharbor/api/gateways/firebase-identity';
import type { IdentityGateway } from '@outharbor/api/gateways/identity-gateway';
import { createVerifiedTokens } from '@outharbor/api/gateways/verified-tokens';
import { getAuth } from 'firebase-admin/auth';
import { startTokenIssuer } from '../../abuse/support/token-issuer.ts';
import { USERS } from './checkout-parts.ts';

const PROJECT = 'demo-outharbor';

/**
 * The live verifier of firebase-admin (RS256, issuer, audience and times) with the API's memory of verified
 * tokens, or with one that holds nothing. The revocation look-up, a call of an outside service, is left out.
 */
export async function startVerifier(memory: 'remember' | 'anew' = 'remember') {
  const issuer = await startTokenIssuer(PROJECT);
  const app = createFirebaseApp(
    {
      projectId: PROJECT,
      databaseUrl: 'http://127.0.0.1:9?ns=x',
      authEmulated: false,
      serviceAccount: null,
      databaseTimeoutMs: 1000,
      identityTimeoutMs: 1000,
    },
    issuer.agent,
  );
  const auth = getAuth(app);
  const known = createVerifiedTokens({ keepMs: memory === 'anew' ? 0 : 300_000 });
  const identity: IdentityGateway = {
    async verify(token) {
      const seen = known.find(token);
      if (seen !== undefined) return seen.identity;
      const verified = toVerifiedToken(await auth.verifyIdToken(token));
      known.add(token, verified);
      return verified.identity;
    },
  };
  return { identity, tokens: Object.fromEntries(USERS.map((uid) => [uid, issuer.issue(uid)])) };
}
