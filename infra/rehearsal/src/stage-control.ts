import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Stage } from './stage.ts';

/** What a test or a script asks a stage that runs as a container. */
export interface StageReport {
  /** Every name that somebody has asked for. */
  readonly names: readonly string[];
  /** Of the certificate that the gateway shows, as Chromium takes it. */
  readonly spkiHash: string;
  /** The control interface of the Stripe emulator, as seen from the stage. */
  readonly stripeControlUrl: string;
}

/** Answers on a port that no other container reaches; that it answers at all says that the stage is set. */
export async function startStageControl({ gateway, authority, stripe }: Stage, port: number) {
  const report = (): StageReport => ({
    names: [...gateway.names],
    spkiHash: authority.spkiHash,
    stripeControlUrl: stripe.controlUrl,
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(report()));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
