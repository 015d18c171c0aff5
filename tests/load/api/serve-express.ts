import { CreateCheckoutSessionRequest } from '@outharbor/contract/schemas';
import express from 'express';
import { pino } from 'pino';
import { Compile } from 'typebox/compile';
import { callUpstream } from './call-upstream.ts';
import { startVerifier } from './token-verifier.ts';

/** Express doing what the checkout call does: log, check, verify, ask the outside service. */
const upstream = process.argv[2] ?? '';
const verifier = await startVerifier();
const body = Compile(CreateCheckoutSessionRequest);
const logger = pino({ level: 'info' }, pino.destination('/dev/null'));
const app = express();
app.use(express.json());
app.post('/', async (request, response) => {
  logger.info({ method: request.method, path: request.path }, 'incoming request');
  if (!body.Check(request.body)) {
    response.status(400).end();
    return;
  }
  const { uid } = await verifier.verify((request.headers.authorization ?? '').slice('Bearer '.length));
  if (uid !== request.body.customerId) {
    response.status(403).end();
    return;
  }
  const session = await callUpstream(upstream);
  response.json({ session });
  logger.info({ status: 200 }, 'request completed');
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.send?.({ url: `http://127.0.0.1:${port}/`, tokens: issueTokens() });
});

function issueTokens(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`u${index}`, verifier.issue(`u${index}`)]),
  );
}
