import { createIdTokenVerifier } from '@outharbor/api/gateways/firebase/id-token-verifier';
import { toVerifiedToken } from '@outharbor/api/gateways/firebase/identity';
import { createVerifiedTokens } from '@outharbor/api/gateways/firebase/verified-tokens';
import type { IdentityGateway } from '@outharbor/api/gateways/identity-gateway';
import { startTokenIssuer } from '../../support/abuse/token-issuer.ts';
import { USERS } from './checkout-parts.ts';

const PROJECT = 'demo-outharbor';

/**
 * The API's verifier (RS256, issuer, audience and times) with or without its cache of verified tokens. Omits
 * the revocation lookup, which is an external call.
 */
export async function startVerifier(memory: 'cached' | 'uncached' = 'cached') {
  const issuer = await startTokenIssuer(PROJECT);
  const verifyIdToken = createIdTokenVerifier({
    projectId: PROJECT,
    identityKeysUrl: `http://${issuer.authority}/keys`,
    identityTimeoutMs: 1000,
  });
  const known = createVerifiedTokens();
  const identity: IdentityGateway = {
    async verify(token) {
      const seen = memory === 'uncached' ? undefined : known.find(token);
      const verified = seen ?? toVerifiedToken(await verifyIdToken(token));
      known.add(token, verified);
      return { ...verified.identity, signedInAt: verified.signedInAt };
    },
    async requireCurrent() {},
    findAccounts: async () => new Map(),
    describe: async () => undefined,
    endSessions: async () => {},
    deleteAccount: async () => {},
  };
  return { identity, tokens: Object.fromEntries(USERS.map((uid) => [uid, issuer.issue(uid)])) };
}
