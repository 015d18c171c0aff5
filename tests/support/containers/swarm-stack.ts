import { randomUUID } from 'node:crypto';
import { freePort } from '@outharbor/embedded/free-port';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { documentedProxies } from '../trusted-proxies.ts';
import { buildImages, removeImages } from './built-images.ts';
import { allReplicasRun, containersOf, joinSwarm, removeStack, until } from './swarm.ts';

/** A stack on a single-node swarm, with all external services emulated. */
export interface SwarmStack {
  readonly url: string;
  /** The deployed API image. */
  readonly apiImage: string;
  /** Updates the API to another image and resolves with the final update state. */
  updateApi(image: string): Promise<string>;
  scaleApi(replicas: number): Promise<void>;
  /** IDs of the API's running containers. */
  apiContainers(): Promise<string[]>;
  pay(sessionId: string): Promise<void>;
  /** Pauses Stripe while `during` runs: it accepts connections without answering and keeps its state. */
  withStripeUnavailable(during: () => Promise<void>): Promise<void>;
  /** The front door's log. */
  siteLog(): Promise<string>;
  /** Redis keys of the rate limit counters shared by the API's replicas. */
  counted(): Promise<string[]>;
  remove(): Promise<void>;
}

const SECRETS = ['firebase_service_account', 'stripe_secret_key', 'stripe_webhook_secret'];
const FILES = ['-c', 'infra/swarm/stack.yml', '-c', 'infra/swarm/emulated.yml'];

/** Builds and deploys the images. Initialises a single-node swarm if the engine is in none. */
export async function deploySwarmStack(): Promise<SwarmStack> {
  const name = `outharbor-swarm-${randomUUID().slice(0, 8)}`;
  const port = await freePort('127.0.0.1');
  const url = `http://localhost:${port}`;
  const leave = await joinSwarm();
  await buildImages(name);
  for (const secret of SECRETS) await ensureSecret(secret);
  const environment = {
    ...environmentOf(url, port),
    IMAGE_TAG: name,
    // The TLS terminator, here the test, runs on the engine's machine.
    TRUSTED_PROXIES: await documentedProxies('Swarm, `PORT_MODE=host`'),
  };
  await docker(['stack', 'deploy', '--resolve-image', 'never', ...FILES, name], environment);
  await allReplicasRun(name);
  // The engine publishes the port a moment after the task is healthy.
  await until(() =>
    fetch(url)
      .then(({ ok }) => ok)
      .catch(() => false),
  );
  const api = `${name}_api`;
  return {
    url,
    apiImage: `outharbor/api:${name}`,
    updateApi: async (image) => {
      await docker(['service', 'update', '--detach', '--no-resolve-image', '--image', image, api]);
      return endOfUpdate(api);
    },
    scaleApi: async (replicas) => {
      await docker(['service', 'scale', '--detach', `${api}=${replicas}`]);
      await allReplicasRun(name);
    },
    apiContainers: () => containersOf(`${api}.`),
    pay: (sessionId) => pay(`${name}_stripe.1.`, sessionId),
    withStripeUnavailable: async (during) => {
      const stripe = await containersOf(`${name}_stripe.`);
      await docker(['pause', ...stripe]);
      try {
        await during();
      } finally {
        await docker(['unpause', ...stripe]);
      }
    },
    siteLog: async () => {
      const [web = ''] = await containersOf(`${name}_web.`);
      return docker(['logs', web]);
    },
    counted: async () => {
      const [redis = ''] = await containersOf(`${name}_redis.`);
      return (await docker(['exec', redis, 'redis-cli', '--raw', 'keys', '*'])).split('\n').filter(Boolean);
    },
    remove: async () => {
      await removeStack(name);
      await leave();
      await removeImages(name);
    },
  };
}

/** The routing mesh needs IPVS in the kernel, so the settings publish the port on the host. */
function environmentOf(url: string, port: number): Record<string, string> {
  const unused = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_DATABASE_URL', 'SCHEDULING_URL'];
  return {
    PORT: String(port),
    PUBLIC_URL: url,
    PORT_MODE: 'host',
    WEB_ENDPOINT_MODE: 'dnsrr',
    WEB_REPLICAS: '1',
    API_REPLICAS: '2',
    RATE_LIMIT_PER_MINUTE: '9999999',
    ...Object.fromEntries(SECRETS.map((secret) => [`${secret.toUpperCase()}_FILE`, ''])),
    ...Object.fromEntries(unused.map((variable) => [variable, ''])),
  };
}

async function ensureSecret(name: string): Promise<void> {
  const known = await docker(['secret', 'ls', '--format', '{{.Name}}']);
  // Docker rejects empty secrets. The contents are not used, since no *_FILE variable is set.
  if (!known.split('\n').includes(name)) await docker(['secret', 'create', name, 'package.json']);
}

async function pay(task: string, sessionId: string): Promise<void> {
  const [stripe = ''] = await containersOf(task);
  const address = `http://127.0.0.1:4243/_emulator/checkout/sessions/${sessionId}/pay`;
  const script = `const answer = await fetch('${address}', { method: 'POST',
    headers: { 'content-type': 'application/json' }, body: '{"card":"4242424242424242"}' });
    process.exitCode = answer.ok ? 0 : 1`;
  await docker(['exec', stripe, 'node', '--input-type=module', '-e', script]);
}

async function endOfUpdate(service: string): Promise<string> {
  const format = '{{if .UpdateStatus}}{{.UpdateStatus.State}}{{end}}';
  const state = async () => (await docker(['service', 'inspect', '--format', format, service])).trim();
  await until(async () => /completed|paused/.test(await state()));
  return state();
}
