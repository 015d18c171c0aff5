import { buildApp } from '@outharbor/api/app';
import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import { benchConfig, oneCallGateways } from './checkout-parts.ts';

/** The API's server with all its hooks, and an echo behind the checkout's schema. */
const notAsked = () => Promise.reject(new Error('not asked for'));
const identity = {
  verify: notAsked,
  requireCurrent: notAsked,
  findAccounts: notAsked,
  describe: notAsked,
  endSessions: notAsked,
  deleteAccount: notAsked,
};
const gateways = { ...oneCallGateways('http://127.0.0.1:9'), identity };
const app = await buildApp({ ...benchConfig(), gateways });
const schema = { body: CreateCheckoutSessionRequest, response: { 200: CreateCheckoutSessionRequest } };
app.post('/api/echo', { schema }, async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
