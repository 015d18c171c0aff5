import { buildApp } from '@outharbor/api/app';
import { connectGateways } from '@outharbor/api/connect-gateways';
import { PlainAgent } from '../../support/abuse/token-issuer.ts';
import { benchConfig } from './checkout-parts.ts';

/** The API as deployed: real SDKs, live token verifier and revocation lookup. */
const [, , stripeUrl = '', databaseUrl = '', issuer = ''] = process.argv;
const parts = benchConfig({
  STRIPE_API_URL: stripeUrl,
  FIREBASE_DATABASE_URL: databaseUrl,
  FIREBASE_AUTH_EMULATOR_HOST: issuer,
});
const { config, logger, metrics } = parts;
const agent = new PlainAgent(Number(issuer.split(':')[1]), true);
const gateways = connectGateways(config, metrics.observeDependency, logger, agent);
const app = await buildApp({ ...parts, gateways });
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
