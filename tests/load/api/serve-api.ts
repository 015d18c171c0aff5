import { buildApp } from '@outharbor/api/app';
import { benchConfig, oneCallGateways } from './checkout-parts.ts';
import { startVerifier } from './token-verifier.ts';

/** The API with all plugins, in-memory gateways and one upstream call per checkout. */
const [, , upstream = '', memory] = process.argv;
const { identity, tokens } = await startVerifier(memory === 'uncached' ? 'uncached' : 'cached');
const app = await buildApp({ ...benchConfig(), gateways: { ...oneCallGateways(upstream), identity } });
process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }), tokens });
