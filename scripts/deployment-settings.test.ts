import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Environment, SECRET_VARIABLES } from '@outharbor/api/config/environment';
import { serviceEnvironment } from '@outharbor/rehearsal/compose-settings';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './step.ts';

const SETTINGS = Object.keys(Environment.properties);
const SECRETS: readonly string[] = SECRET_VARIABLES;
/** Where the process listens and writes, and whom it trusts there, follows from the file. */
const OF_THE_FILE = ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'TRUST_PROXY', 'ALERT_LOG'];
const OF_EMULATION = ['STRIPE_API_URL', 'FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_DATABASE_EMULATOR_HOST'];
const OF_KEYLESS = ['FIREBASE_CREDENTIALS', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT'];
/** Fixed by the emulated stack, where a live value would mix both worlds. */
const OF_LIVE = [
  'CHECKOUT_HOSTS',
  'DEPLOYMENT_ID',
  'FIREBASE_DATABASE_URL',
  'FIREBASE_PROJECT_ID',
  'REDIS_URL',
  'STRIPE_ALLOW_TEST_KEY',
  ...SECRETS,
];

const without = (...lists: readonly (readonly string[])[]) =>
  SETTINGS.filter((name) => !lists.flat().includes(name));

let live = '';
let emulated = '';
let keyless = '';
beforeAll(async () => {
  [live = '', emulated = '', keyless = ''] = await Promise.all(
    ['docker-compose.live.yml', 'docker-compose.yml', 'docker-compose.keyless.yml'].map((file) =>
      readFile(join(ROOT, file), 'utf8'),
    ),
  );
});

const mark = (name: string) => `value-of-${name}`;
const MARKED = Object.fromEntries(
  [
    ...SETTINGS,
    'IMAGE_TAG',
    'FIREBASE_API_KEY',
    'FIREBASE_AUTH_DOMAIN',
    'SCHEDULING_URL',
    'TRUSTED_PROXIES',
  ].map((name) => [name, mark(name)]),
);

/** Names whose value from `.env` reaches the service. */
function passed(files: readonly string[], service: string): string[] {
  return Object.entries(serviceEnvironment(files, service, MARKED))
    .filter(([name, value]) => value === mark(name))
    .map(([name]) => name);
}

describe('docker-compose.live.yml', () => {
  it('passes on every setting of the API', () => {
    const expected = without(OF_THE_FILE, OF_EMULATION, OF_KEYLESS, SECRETS);
    expect(passed([live], 'api')).toEqual(expect.arrayContaining([...expected, 'REDIS_URL']));
    const given = Object.keys(serviceEnvironment([live], 'api', MARKED));
    const files = SECRETS.filter((name) => name !== 'REDIS_URL').map((name) => `${name}_FILE`);
    expect(given).toEqual(expect.arrayContaining([...OF_THE_FILE, ...files]));
  });

  it('passes on every setting of the site', () => {
    const site = [
      'FIREBASE_PROJECT_ID',
      'FIREBASE_API_KEY',
      'FIREBASE_AUTH_DOMAIN',
      'FIREBASE_DATABASE_URL',
      'SCHEDULING_URL',
      'CHECKOUT_HOSTS',
      'TRUSTED_PROXIES',
    ];
    expect(passed([live], 'web')).toEqual(expect.arrayContaining(site));
    expect(passed([live], 'door')).toEqual(['TRUSTED_PROXIES']);
  });

  it('passes on the credentials of the machine if there is no key file', () => {
    const environment = serviceEnvironment([live, keyless], 'api', MARKED);
    for (const name of OF_KEYLESS) expect(environment[name], name).not.toBe('');
    expect(environment.GOOGLE_APPLICATION_CREDENTIALS).toBe(mark('GOOGLE_APPLICATION_CREDENTIALS'));
  });
});

it('docker-compose.yml passes on every setting of the API that an emulated stack can have', () => {
  const expected = without(OF_THE_FILE, OF_EMULATION, OF_KEYLESS, OF_LIVE, ['PUBLIC_URL']);
  expect(passed([emulated], 'api')).toEqual(expect.arrayContaining(expected));
});

it.each(['api', 'web'])('%s and its standby have the same settings in each compose file', (service) => {
  for (const files of [[emulated], [live], [live, keyless]]) {
    const standby = serviceEnvironment(files.slice(0, 1), `${service}-standby`, MARKED);
    expect(standby).toEqual(serviceEnvironment(files.slice(0, 1), service, MARKED));
  }
});

it('no compose file gives the API a variable that it does not know', () => {
  const known = [...SETTINGS, ...SECRETS.map((name) => `${name}_FILE`)];
  for (const files of [[emulated], [live], [live, keyless]]) {
    expect(known).toEqual(expect.arrayContaining(Object.keys(serviceEnvironment(files, 'api', MARKED))));
  }
});

it('.env.example changes nothing when it is copied, and names only what the stack of its half reads', async () => {
  const files = ['docker-compose.https.yml', 'infra/observability/compose.yml'];
  const others = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')));
  const example = await readFile(join(ROOT, '.env.example'), 'utf8');
  expect(parseEnv(example)).toEqual({});
  const [, first = '', second = ''] = example.split(/^# \d\. /m);
  const namesIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, name = '']) => name);
  const halves = [
    [first, emulated],
    [second, [live, ...others].join('\n')],
  ] as const;
  for (const [half, composed] of halves) {
    const read = namesIn(composed, /\$\{([A-Z_]+)/g);
    expect(read).toEqual(expect.arrayContaining(namesIn(half, /^# ([A-Z_]+)=/gm)));
  }
  expect(namesIn(second, /^# ([A-Z_]+)=/gm)).toEqual(
    expect.arrayContaining(namesIn([live, ...others].join('\n'), /\$\{([A-Z_]+):\?/g)),
  );
});

interface Deployment {
  readonly kind: string;
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}
interface Container {
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly env?: readonly { readonly name: string }[];
}

it.each([
  ['api', [...OF_THE_FILE, 'REDIS_URL', ...SECRETS.map((name) => `${name}_FILE`)]],
  ['web', ['EMULATED', 'NAMESPACE', 'API_UPSTREAM', 'REPLICAS_UPSTREAM']],
])('on Kubernetes, %s gets all of settings.env, and nothing there is overridden', async (name, own) => {
  const text = await readFile(join(ROOT, `infra/kubernetes/base/${name}.yaml`), 'utf8');
  const documents = parseAllDocuments(text).map((document): Deployment => document.toJS());
  const deployment = documents.find(({ kind }) => kind === 'Deployment');
  const [container] = deployment?.spec.template.spec.containers ?? [];
  expect(container?.envFrom).toEqual([{ configMapRef: { name: 'settings' } }]);
  expect(own).toEqual(expect.arrayContaining((container?.env ?? []).map((variable) => variable.name)));
});
