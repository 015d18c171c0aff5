import { once } from 'node:events';
import { createServer } from 'node:http';
import type { BareStage } from './stage.ts';

/** The state of a stage that runs as a container, for tests and scripts. */
export interface StageReport {
  /** All host names requested so far. */
  readonly names: readonly string[];
  /** Key hash of the gateway's certificate, as Chromium takes it. */
  readonly spkiHash: string;
  /** The authority's certificate, which clients of the stage must trust. */
  readonly authority: string;
  /** The Stripe account's secret key, which stands in for its dashboard. */
  readonly accountKey: string;
  /** The Stripe emulator's control URL, as seen from the stage. */
  readonly stripeControlUrl: string;
}

/** Serves the report on a port that no other container reaches. A response means that the stage is ready. */
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
