import { buildApp } from '@outharbor/api/app';
import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import { benchConfig, oneCallGateways } from './checkout-parts.ts';

/** The API server with all its hooks and an echo route with the checkout schema. */
const unused = () => Promise.reject(new Error('not used in this benchmark'));
const identity = {
  verify: unused,
  requireCurrent: unused,
  findAccounts: unused,
  describe: unused,
  endSessions: unused,
  deleteAccount: unused,
};
const gateways = { ...oneCallGateways('http://127.0.0.1:9'), identity };
const app = await buildApp({ ...benchConfig(), gateways });
const schema = { body: CreateCheckoutSessionRequest, response: { 200: CreateCheckoutSessionRequest } };
app.post('/api/echo', { schema }, async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
