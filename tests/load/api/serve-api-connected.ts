import { buildApp } from '@outharbor/api/app';
import { createFirebaseApp } from '@outharbor/api/gateways/firebase-app';
import { createFirebaseIdentity } from '@outharbor/api/gateways/firebase-identity';
import { createFirebaseLedger } from '@outharbor/api/gateways/firebase-ledger';
import { routeFirebaseLog } from '@outharbor/api/gateways/firebase-log';
import { createStripeGateway } from '@outharbor/api/gateways/stripe';
import { PlainAgent } from '../../abuse/support/token-issuer.ts';
import { benchConfig } from './checkout-parts.ts';

/** The API as it is deployed: the real SDKs, the live verifier and its revocation look-up. */
const [, , stripeUrl = '', databaseUrl = '', issuer = ''] = process.argv;
const parts = benchConfig({
  STRIPE_API_URL: stripeUrl,
  FIREBASE_DATABASE_URL: databaseUrl,
  FIREBASE_AUTH_EMULATOR_HOST: issuer,
});
const { config, logger, metrics } = parts;
routeFirebaseLog(logger);
const firebase = createFirebaseApp(config.firebase, new PlainAgent(Number(issuer.split(':')[1]), true));
const observe = metrics.observeDependency;
const gateways = {
  payments: createStripeGateway(config.stripe, observe),
  ledger: createFirebaseLedger(firebase, config.firebase, observe),
  identity: createFirebaseIdentity(firebase, config.firebase, observe),
};
const app = await buildApp({ ...parts, gateways });
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
