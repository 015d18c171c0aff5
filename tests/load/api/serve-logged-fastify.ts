import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import Fastify from 'fastify';
import { benchConfig } from './checkout-parts.ts';

/** Fastify with its own request log, the API's log output and the checkout schema, but none of our hooks. */
const app = Fastify({ loggerInstance: benchConfig().logger });
const schema = { body: CreateCheckoutSessionRequest, response: { 200: CreateCheckoutSessionRequest } };
app.post('/', { schema }, async (request) => request.body);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
