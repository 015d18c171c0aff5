import { setTimeout as pause } from 'node:timers/promises';
import { docker } from '../../integration/containers/compose.ts';

/** A stack on a swarm of one node, with every outside service emulated. */
export interface SwarmStack {
  readonly url: string;
  /** Moves the API to another image; resolves with how the update ended. */
  updateApi(image: string): Promise<'completed' | 'rollback_completed' | string>;
  scaleApi(replicas: number): Promise<void>;
  apiContainers(): Promise<string[]>;
  pay(sessionId: string): Promise<void>;
  remove(): Promise<void>;
}

const NAME = 'outharbor-load';
const SECRETS = ['firebase_service_account', 'stripe_secret_key', 'stripe_webhook_secret'];
const FILES = ['-c', 'infra/swarm/stack.yml', '-c', 'infra/swarm/emulated.yml'];

/** Deploys the images tagged `latest`. Without IPVS in the kernel the mesh has no route, so the port is the host's. */
export async function deploySwarmStack(port: number): Promise<SwarmStack> {
  const url = `http://localhost:${port}`;
  const environment = {
    PORT: String(port),
    PUBLIC_URL: url,
    PORT_MODE: 'host',
    WEB_ENDPOINT_MODE: 'dnsrr',
    WEB_REPLICAS: '1',
    API_REPLICAS: '2',
    RATE_LIMIT_PER_MINUTE: '9999999',
    ...Object.fromEntries(SECRETS.map((name) => [`${name.toUpperCase()}_FILE`, ''])),
    ...Object.fromEntries(['PROJECT_ID', 'API_KEY', 'DATABASE_URL'].map((name) => [`FIREBASE_${name}`, ''])),
    SCHEDULING_URL: '',
  };
  const joined = (await docker(['info', '--format', '{{.Swarm.LocalNodeState}}'])).trim() === 'active';
  if (!joined) await docker(['swarm', 'init', '--advertise-addr', '127.0.0.1']);
  for (const name of SECRETS) await ensureSecret(name);
  await docker(['stack', 'deploy', ...FILES, NAME], environment);
  await allReplicasRun();
  return {
    url,
    updateApi: async (image) => {
      await docker(['service', 'update', '--detach', '--no-resolve-image', '--image', image, `${NAME}_api`]);
      return endOfUpdate();
    },
    scaleApi: async (replicas) => {
      await docker(['service', 'scale', '--detach', `${NAME}_api=${replicas}`]);
      await allReplicasRun();
    },
    apiContainers: () => containersOf('api.'),
    pay: async (sessionId) => {
      const [stripe = ''] = await containersOf('stripe.1');
      const address = `http://127.0.0.1:4243/_emulator/checkout/sessions/${sessionId}/pay`;
      const script = `const answer = await fetch('${address}', { method: 'POST',
        headers: { 'content-type': 'application/json' }, body: '{"card":"4242424242424242"}' });
        process.exitCode = answer.ok ? 0 : 1`;
      await docker(['exec', stripe, 'node', '--input-type=module', '-e', script]);
    },
    remove: async () => {
      await docker(['stack', 'rm', NAME]);
      if (!joined) await docker(['swarm', 'leave', '--force']);
    },
  };
}

async function containersOf(task: string): Promise<string[]> {
  return (await docker(['ps', '-q', '--filter', `name=${NAME}_${task}`])).split('\n').filter(Boolean);
}

async function ensureSecret(name: string): Promise<void> {
  const known = await docker(['secret', 'ls', '--format', '{{.Name}}']);
  // An empty secret is refused, and what these hold is not read: the rehearsal names no secret file.
  if (!known.split('\n').includes(name)) await docker(['secret', 'create', name, 'package.json']);
}

async function allReplicasRun(): Promise<void> {
  await until(async () => {
    const replicas = (await docker(['service', 'ls', '--format', '{{.Name}} {{.Replicas}}']))
      .split('\n')
      .filter((line) => line.startsWith(NAME));
    return replicas.every((line) => /(\d+)\/\1\b/.test(line));
  });
}

async function endOfUpdate(): Promise<string> {
  const format = '{{if .UpdateStatus}}{{.UpdateStatus.State}}{{end}}';
  const state = async () => (await docker(['service', 'inspect', '--format', format, `${NAME}_api`])).trim();
  await until(async () => /completed|paused/.test(await state()));
  return state();
}

/** Asks every second for at most five minutes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (await holds()) return;
    await pause(1000);
  }
  throw new Error('It did not happen within five minutes.');
}
