import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_HOSTS } from '@outharbor/rehearsal/hosts';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import { parse } from 'yaml';
import { stageContainer } from '../../support/stage-container.ts';
import type { StageEntrance } from '../../support/stage-visitor.ts';
import { Kubectl } from './kubectl.ts';

const MANIFESTS = fileURLToPath(new URL('../../../infra/kubernetes', import.meta.url));
const ALERTS = fileURLToPath(new URL('../../../infra/observability/prometheus/alerts.yml', import.meta.url));
/** The load has one person's token. */
const HIGH_RATE_LIMIT = { RATE_LIMIT_PER_MINUTE: '1000000' };
const KEYS = ['firebase_service_account', 'stripe_secret_key', 'stripe_webhook_secret', 'authority.pem'];

/** What a release changes; everything else stays as it was applied before. */
interface Changes {
  readonly tags?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  readonly keys?: Readonly<Record<string, string>>;
}

/** The live settings behind the stage, in a namespace of the current context. */
export type LiveCluster = Awaited<ReturnType<typeof deployLive>>;

/** The cluster's nodes must have the images outharbor/web, outharbor/api and outharbor/stage with this tag. */
export async function deployLive(tag: string) {
  const folder = await mkdtemp(join(tmpdir(), 'outharbor-cluster-'));
  const overlay = join(folder, 'overlays/test');
  await cp(MANIFESTS, folder, { recursive: true });
  await mkdir(overlay);
  const kubectl = await createNamespace();

  const render = async (kustomization: object) => {
    await writeFile(join(overlay, 'kustomization.yaml'), JSON.stringify(kustomization));
    return kubectl.run('kustomize', overlay);
  };
  const stageImage = { name: 'outharbor/stage', newTag: tag };
  await kubectl.apply(await render({ resources: ['../stage'], images: [stageImage] }));
  await kubectl.rolledOut('stage');
  const stage = stageContainer((...command) => kubectl.run('exec', 'deployment/stage', '--', ...command));

  const released: Required<Changes> = {
    tags: { web: tag, api: tag },
    settings: { ...HIGH_RATE_LIMIT },
    keys: await readKeys(kubectl),
  };
  const address = await kubectl.read('service stage', '{.spec.clusterIP}');
  /** Applies the manifests, as a release does. */
  const apply = async ({ tags, settings, keys }: Changes) => {
    Object.assign(released.tags, tags);
    Object.assign(released.settings, settings);
    Object.assign(released.keys, keys);
    for (const [key, value] of Object.entries(released.keys)) await writeFile(join(overlay, key), value);
    await kubectl.apply(await render(describeRelease(address, released)));
  };
  await apply({});
  await Promise.all(['web', 'api', 'redis'].map((deployment) => kubectl.rolledOut(deployment)));

  const { process, port } = await kubectl.forward('deployment/stage', 443);
  const { authority } = await stage.report();
  return {
    kubectl,
    stage,
    entrance: {
      origin: OPERATOR_SETTINGS.PUBLIC_URL,
      stage: { gateway: { port }, authority: { certificate: authority } },
    } satisfies StageEntrance,
    database: {
      host: new URL(OPERATOR_SETTINGS.FIREBASE_DATABASE_URL).host,
      authorityFile: '/operator/authority.pem',
    },
    apply,
    /** Asks the API server whether it would accept the alerts and the live overlay with all that can be added to it. */
    dryRun: () => dryRun(kubectl, folder),
    remove: async () => {
      process.kill();
      await kubectl.run('delete', 'namespace', kubectl.namespace, '--wait');
      await rm(folder, { recursive: true });
    },
  };
}

async function createNamespace(): Promise<Kubectl> {
  const kubectl = new Kubectl(`outharbor-${randomUUID().slice(0, 8)}`);
  await kubectl.run('create', 'namespace', kubectl.namespace);
  await kubectl.run('label', 'namespace', kubectl.namespace, 'pod-security.kubernetes.io/enforce=restricted');
  return kubectl;
}

async function dryRun(kubectl: Kubectl, folder: string): Promise<void> {
  const live = join(folder, 'overlays/live');
  await writeEverything(live, kubectl.namespace);
  await kubectl.apply(await kubectl.run('kustomize', live), '--dry-run=server');
  await kubectl.apply(JSON.stringify(await prometheusRule()), '--dry-run=server');
}

async function writeEverything(live: string, namespace: string): Promise<void> {
  const file = join(live, 'kustomization.yaml');
  const kustomization = parse(await readFile(file, 'utf8')) as { secretGenerator: { files: string[] }[] };
  const resources = ['../../base', 'external-secret.example.yaml'];
  const components = ['ingress', 'gateway', 'monitoring'].map((name) => `../../components/${name}`);
  await writeFile(file, JSON.stringify({ ...kustomization, namespace, resources, components }));
  await mkdir(join(live, 'secrets'));
  for (const { files } of kustomization.secretGenerator)
    for (const secret of files) await writeFile(join(live, secret), 'secret');
}

async function prometheusRule(): Promise<object> {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'outharbor' },
    spec: parse(await readFile(ALERTS, 'utf8')),
  };
}

async function readKeys(kubectl: Kubectl): Promise<Record<string, string>> {
  const read = (key: string) => kubectl.run('exec', 'deployment/stage', '--', 'cat', `/operator/${key}`);
  return Object.fromEntries(await Promise.all(KEYS.map(async (key) => [key, await read(key)])));
}

function describeRelease(stageAddress: string, { tags, settings }: Required<Omit<Changes, 'keys'>>): object {
  const aliases = [{ ip: stageAddress, hostnames: ALL_HOSTS }];
  return {
    resources: ['../rehearsal'],
    images: Object.entries(tags).map(([name, newTag]) => ({ name: `outharbor/${name}`, newTag })),
    configMapGenerator: [
      {
        name: 'settings',
        behavior: 'merge',
        literals: Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      },
    ],
    secretGenerator: [{ name: 'keys', files: KEYS }],
    patches: [
      {
        target: { kind: 'Deployment', name: 'api' },
        patch: JSON.stringify([{ op: 'add', path: '/spec/template/spec/hostAliases', value: aliases }]),
      },
    ],
  };
}
