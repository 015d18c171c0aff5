import { fileURLToPath } from 'node:url';
import { type FrontDoor, startFrontDoor } from '@outharbor/embedded/front-door/front-door';
import { readInlineHashes } from '@outharbor/embedded/front-door/inline-hashes';
import { loadSiteFiles } from '@outharbor/embedded/front-door/site-files';
import { EMULATED_RUNTIME_CONFIG } from '@outharbor/embedded/runtime-config';
import { afterAll, beforeAll } from 'vitest';
import { ensurePagesBuilt } from '../../scripts/builds.ts';
import { type EchoService, startEchoService } from '../support/front-door/echo-service.ts';
import { describeSlowSenders } from '../support/front-door/slow-senders-suite.ts';

const SITE = fileURLToPath(new URL('../../web/dist', import.meta.url));

let service: EchoService;
let frontDoor: FrontDoor;

beforeAll(async () => {
  [service, frontDoor] = await Promise.all([
    startEchoService(),
    startFrontDoor({ port: 0, host: '127.0.0.1' }),
    ensurePagesBuilt(),
  ]);
  const url = `http://127.0.0.1:${service.port}`;
  const emulators = { stripe: url, scheduling: url, identity: url, database: url };
  frontDoor.open({
    targets: { api: () => [url], emulators },
    site: await loadSiteFiles(SITE),
    runtimeConfig: EMULATED_RUNTIME_CONFIG,
    inlineHashes: await readInlineHashes(SITE),
  });
});
afterAll(async () => {
  service?.close();
  await frontDoor?.close();
});

describeSlowSenders(
  () => frontDoor.url,
  async () => 0,
);
