import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { FIRST } from '@outharbor/contract/testing/plans';
import { freePort } from '@outharbor/embedded/free-port';
import { COMPOSE_ARGUMENTS } from '@outharbor/rehearsal/compose-arguments';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { readApiLog } from '../../support/api-log.ts';
import { removeImages } from '../../support/containers/built-images.ts';
import {
  allReplicasRun,
  containersOf,
  joinSwarm,
  removeStack,
  until,
} from '../../support/containers/swarm.ts';
import { type StageContainer, stageContainer } from '../../support/stage-container.ts';
import { registerAtStage, type StageEntrance } from '../../support/stage-visitor.ts';

const IMAGES = ['web', 'api', 'stage'];
const SECRETS = ['firebase_service_account', 'stripe_secret_key', 'stripe_webhook_secret', 'authority.pem'];

/** Returns this machine's address on the network. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (own === undefined) throw new Error('This machine has only a loopback address.');
  return own.address;
}

async function createSecret(secret: string, value: string): Promise<void> {
  const child = spawn('docker', ['secret', 'create', secret, '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(value);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The secret ${secret} could not be created.`);
}

const isReady = (container: string) =>
  docker(['exec', container, 'http-ok', '3000', '/api/health/ready']).then(
    () => true,
    () => false,
  );

/** Tests the live stack on a swarm against the stage. */
export function describeRehearsalOnSwarm(): void {
  describe('live settings on a swarm', () => {
    const name = `outharbor-rehearsal-${randomUUID().slice(0, 8)}`;
    let entrance: StageEntrance;
    let stage: StageContainer;
    let leave: () => Promise<void>;

    beforeAll(async () => {
      const [port, stagePort] = await Promise.all([freePort('127.0.0.1'), freePort('127.0.0.1')]);
      const environment = {
        ...OPERATOR_SETTINGS,
        ...{ NAME: name, IMAGE_TAG: name, PORT: String(port), STAGE_PORT: String(stagePort) },
        // The routing mesh needs IPVS in the kernel, so publish on the host instead.
        ...{ PORT_MODE: 'host', WEB_ENDPOINT_MODE: 'dnsrr', WEB_REPLICAS: '1' },
      };
      await docker(['compose', ...COMPOSE_ARGUMENTS, 'build', '--quiet'], environment);
      leave = await joinSwarm();
      const deploy = (...files: readonly string[]) => {
        const chosen = files.flatMap((file) => ['-c', `infra/swarm/${file}.yml`]);
        return docker(['stack', 'deploy', '--resolve-image', 'never', ...chosen, name], environment);
      };
      await deploy('stage');
      await allReplicasRun(name);
      const [container = ''] = await containersOf(`${name}_stage.`);
      const inStage = (...command: readonly string[]) => docker(['exec', container, ...command]);
      for (const secret of SECRETS) {
        await createSecret(`${name}_${secret}`, await inStage('cat', `/operator/${secret}`));
      }
      await deploy('stack', 'stage', 'rehearsal');
      await allReplicasRun(name);
      stage = stageContainer(inStage);
      const { authority: certificate } = await stage.report();
      entrance = {
        origin: OPERATOR_SETTINGS.PUBLIC_URL,
        stage: { gateway: { port: stagePort }, authority: { certificate } },
      };
    });
    afterAll(async () => {
      await removeStack(name);
      await docker(['secret', 'rm', ...SECRETS.map((secret) => `${name}_${secret}`)]);
      await docker(['volume', 'rm', `${name}_operator`]);
      await leave?.();
      await removeImages(name, IMAGES);
    });

    it('a container of the live stack reaches only the stage', async () => {
      const server = createServer((_request, response) => response.end());
      server.listen(0, '0.0.0.0');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const reachesMachine = async (service: string) => {
        const [container = ''] = await containersOf(`${name}_${service}.`);
        const probe = `fetch('http://${ownAddress()}:${port}/').then(() => 'yes', () => 'no').then(console.log)`;
        return (await docker(['exec', container, 'node', '-e', probe])).trim();
      };
      try {
        // The stage publishes a port on the machine, which gives it outbound access.
        expect([await reachesMachine('stage'), await reachesMachine('api')]).toEqual(['yes', 'no']);
      } finally {
        server.close();
      }
    });

    it('every replica of the live stack is ready, and a plan can be bought through the stage', async () => {
      const replicas = await containersOf(`${name}_api.`);
      expect(replicas).toHaveLength(2);
      for (const replica of replicas) await until(() => isReady(replica));
      const visitor = await registerAtStage(entrance);
      const { status, sessionId } = await visitor.checkOut(FIRST.price);
      expect(status).toBe(200);
      expect(sessionId).toMatch(/^cs_live_/);
      await stage.stripe('POST', `/checkout/sessions/${sessionId}/pay`, { card: 'visa' });
      await stage.stripe('POST', '/settle');
      await expect.poll(() => visitor.plan()).toBe(FIRST.name);
      expect(await visitor.confirm(sessionId)).toBe(200);
      for (const replica of replicas) {
        const { isLive, warnings } = readApiLog(await docker(['logs', replica]));
        // A swarm starts services in any order, so Redis may come after the API.
        const unexpected = warnings.filter((line) => !JSON.stringify(line).includes('the rate limit store'));
        expect({ isLive, unexpected }).toEqual({ isLive: true, unexpected: [] });
      }
    });
  });
}
