import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BareStage } from './stage.ts';

/** What a test or a script asks a stage that runs as a container. */
export interface StageReport {
  /** Every name that somebody has asked for. */
  readonly names: readonly string[];
  /** Of the certificate that the gateway shows, as Chromium takes it. */
  readonly spkiHash: string;
  /** The authority's certificate, which whoever speaks to the stage has to trust. */
  readonly authority: string;
  /** The Stripe account's secret key, which stands for its dashboard. */
  readonly accountKey: string;
  /** The control interface of the Stripe emulator, as seen from the stage. */
  readonly stripeControlUrl: string;
}

/** Answers on a port that no other container reaches; that it answers at all says that the stage is set. */
export async function startStageControl({ gateway, authority, accountKey, stripe }: BareStage, port: number) {
  const report = (): StageReport => ({
    names: [...gateway.names],
    spkiHash: authority.spkiHash,
    authority: authority.certificate,
    accountKey,
    stripeControlUrl: stripe.controlUrl,
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(report()));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
