import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import Fastify from 'fastify';
import { benchConfig } from './checkout-parts.ts';

/** Fastify's own log, written as the API's is, and the checkout's schema; no hook of ours. */
const app = Fastify({ loggerInstance: benchConfig().logger });
const schema = { body: CreateCheckoutSessionRequest, response: { 200: CreateCheckoutSessionRequest } };
app.post('/', { schema }, async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
