import { createFirebaseApp } from '@outharbor/api/gateways/firebase-app';
import type { IdentityGateway } from '@outharbor/api/gateways/identity-gateway';
import { getAuth } from 'firebase-admin/auth';
import { startTokenIssuer } from '../../abuse/support/token-issuer.ts';

const PROJECT = 'demo-outharbor';

/** The live verifier of firebase-admin: RS256, issuer, audience and times; the revocation look-up left out. */
export async function startVerifier(): Promise<IdentityGateway & { issue(uid: string): string }> {
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
  return {
    issue: (uid) => issuer.issue(uid),
    async verify(token) {
      const { uid, email } = await auth.verifyIdToken(token);
      return { uid, email, name: undefined };
    },
  };
}
