import { createServer } from 'node:http';
import { listenOn } from '@outharbor/emulator-kit/listening';
import type { BareStage } from './stage.ts';

export interface StageReport {
  readonly names: readonly string[];
  readonly spkiHash: string;
  readonly authority: string;
  readonly accountKey: string;
  /** The address as seen from the stage. */
  readonly stripeControlUrl: string;
}

/** Listens on a port that no other container reaches. A response means that the stage is ready. */
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
  await listenOn(server, port, '127.0.0.1');
}
