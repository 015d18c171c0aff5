import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const START = fileURLToPath(new URL('start.sh', import.meta.url));

const LIVE = {
  EMULATED: 'false',
  API_UPSTREAM: 'api:3000',
  FIREBASE_PROJECT_ID: 'example-project',
  FIREBASE_API_KEY: 'public-web-key',
  FIREBASE_AUTH_DOMAIN: 'example-project.firebaseapp.com',
  FIREBASE_DATABASE_URL: 'https://example-project-default-rtdb.firebaseio.com',
  SCHEDULING_URL: 'https://calendly.com/example/discovery-session',
};
const EMULATED = {
  EMULATED: 'true',
  API_UPSTREAM: 'api:3000',
  STRIPE_PAGES_UPSTREAM: 'stripe:4242',
  SCHEDULING_PAGES_UPSTREAM: 'scheduling:4010',
  AUTH_UPSTREAM: 'firebase:9099',
  DATABASE_UPSTREAM: 'firebase:9000',
};

function start(environment: Readonly<Record<string, string>>) {
  const { status, stderr } = spawnSync('bash', [START], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    encoding: 'utf8',
  });
  const lines = stderr.split('\n').filter(Boolean);
  return { status, lines: lines.map((line): { level: string; msg: string } => JSON.parse(line)) };
}

it.each([
  ['a missing project', { ...LIVE, FIREBASE_PROJECT_ID: '' }, 'FIREBASE_PROJECT_ID is missing'],
  ['a missing database', { ...LIVE, FIREBASE_DATABASE_URL: '' }, 'FIREBASE_DATABASE_URL is missing'],
  [
    'an emulator with live addresses',
    { ...LIVE, STRIPE_PAGES_UPSTREAM: 'stripe:4242' },
    'STRIPE_PAGES_UPSTREAM is set, but EMULATED is false',
  ],
  [
    'a console with live addresses',
    { ...LIVE, API_LOG_UPSTREAM: 'console:5140' },
    'API_LOG_UPSTREAM is set, but EMULATED is false',
  ],
  [
    'an emulated project with live addresses',
    { ...LIVE, FIREBASE_PROJECT_ID: 'demo-x' },
    'FIREBASE_PROJECT_ID begins with demo-, but EMULATED is false',
  ],
  [
    'an unknown widget host',
    { ...LIVE, SCHEDULING_URL: 'https://example.com/a' },
    'SCHEDULING_URL has invalid characters or an invalid format',
  ],
  [
    'an unknown database host',
    { ...LIVE, FIREBASE_DATABASE_URL: 'https://example.com' },
    'FIREBASE_DATABASE_URL has invalid characters or an invalid format',
  ],
  [
    'a checkout page named by its URL',
    { ...LIVE, CHECKOUT_HOSTS: 'https://pay.example.com' },
    'CHECKOUT_HOSTS has invalid characters or an invalid format',
  ],
  [
    'an emulated live project',
    { ...EMULATED, FIREBASE_PROJECT_ID: 'example-project' },
    'an emulated FIREBASE_PROJECT_ID must begin with demo-',
  ],
  [
    'an Nginx configuration injection',
    { ...EMULATED, AUTH_UPSTREAM: 'a:1; deny all' },
    'AUTH_UPSTREAM has invalid characters or an invalid format',
  ],
  [
    'a console without a port',
    { ...EMULATED, API_LOG_UPSTREAM: 'console' },
    'API_LOG_UPSTREAM has invalid characters or an invalid format',
  ],
  [
    'replicas without a port',
    { ...EMULATED, REPLICAS_UPSTREAM: 'web' },
    'REPLICAS_UPSTREAM has invalid characters or an invalid format',
  ],
  [
    'a JSON injection',
    { ...EMULATED, FIREBASE_API_KEY: 'a"b' },
    'FIREBASE_API_KEY has invalid characters or an invalid format',
  ],
  [
    'an impossible range of proxies',
    { ...LIVE, TRUSTED_PROXIES: '10.0.0.0/33' },
    'TRUSTED_PROXIES has an invalid range: 10.0.0.0/33',
  ],
  [
    'every address as a proxy',
    { ...LIVE, TRUSTED_PROXIES: '10.0.0.0/8 0.0.0.0/0' },
    'TRUSTED_PROXIES trusts every address with 0.0.0.0/0, so any visitor can claim to be another',
  ],
  ...['sk_live_51Example', 'whsec_example', '-----BEGIN PRIVATE KEY-----'].map(
    (secret): [string, Record<string, string>, string] => [
      `the secret ${secret} as the web API key`,
      { ...LIVE, FIREBASE_API_KEY: secret },
      'FIREBASE_API_KEY holds a secret, which the site would show to everybody: revoke it and correct the setting',
    ],
  ),
  ['an invalid EMULATED value', { ...LIVE, EMULATED: 'yes' }, 'EMULATED must be true or false'],
])('does not start with %s and logs one line', (_, environment, message) => {
  const { status, lines } = start({ TRUSTED_PROXIES: '172.16.0.0/12', ...environment });
  expect(status).toBe(1);
  expect(lines).toEqual([expect.objectContaining({ level: 'fatal', service: 'web', msg: message })]);
});

it.each([
  ['a live site without TRUSTED_PROXIES', LIVE, 1],
  ['a live site with TRUSTED_PROXIES', { ...LIVE, TRUSTED_PROXIES: '172.16.0.0/12' }, 0],
  ['an emulated site', EMULATED, 0],
])('warns once about unknown proxies: %s', (_, environment, warnings) => {
  // The start fails because of another variable, so that Nginx is not needed.
  const { lines } = start({ ...environment, API_UPSTREAM: '' });
  const warned = lines.filter(({ level }) => level === 'warn');
  expect(warned).toHaveLength(warnings);
  for (const { msg } of warned) expect(msg).toContain('TRUSTED_PROXIES is not set');
});

it.each([[''], [' door']])(
  'does not start with IPv6 alone, and says so: start-web%s',
  { tags: 'network-namespace' },
  (role) => {
    const namespace = [
      'ip link set lo up; ip link add v6 type veth peer name v7',
      'ip addr add 2001:db8::1/64 dev v6 nodad; ip link set v6 up',
      `bash ${START}${role}`,
    ];
    const { status, stderr } = spawnSync('unshare', ['--net', 'bash', '-c', namespace.join('; ')], {
      env: { PATH: process.env.PATH ?? '', ...EMULATED },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('this container has only IPv6 addresses, and the site listens on IPv4 alone');
  },
);
