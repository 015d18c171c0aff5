import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serviceAccountFile } from '../testing/service-account-file.ts';
import { EMULATED_ENVIRONMENT } from '../testing/test-app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { Environment } from './environment.ts';

const LIVE = {
  PUBLIC_URL: 'https://outharbor.example',
  FIREBASE_PROJECT_ID: 'outharbor-live',
  FIREBASE_DATABASE_URL: 'https://outharbor-live.firebaseio.com',
  FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccountFile('outharbor-live')),
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcd',
} as const;

const noFile = () => {
  throw new Error('no file');
};

function findFaults(
  variables: Readonly<Record<string, string | undefined>>,
  readFile = noFile as () => string,
) {
  try {
    loadConfig(variables, readFile);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('loadConfig', () => {
  it('groups and freezes a live environment', () => {
    const config = loadConfig(LIVE, noFile);
    expect(config.stripe).toMatchObject({ apiUrl: null, livemode: true, webhookSecrets: ['whsec_abcd'] });
    expect(config.emulated).toBe(false);
    expect(config.metrics).toBeNull();
    expect(Object.isFrozen(config.stripe.webhookSecrets)).toBe(true);
  });

  it('reports all faults at once, each with its variable name', () => {
    const faults = findFaults({ PORT: 'http', PUBLIC_URL: 'localhost', STRIPE_SECRET_KEY: 'pk_test_1' });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      'PORT',
      'PUBLIC_URL',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ]);
  });

  it('never quotes a secret in a fault', () => {
    const faults = findFaults({
      ...LIVE,
      STRIPE_SECRET_KEY: 'sk_live_$ecret',
      STRIPE_WEBHOOK_SECRET: 'hunter22',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toMatch(/ecret_?\$|\$ecret|hunter22/);
  });

  it('treats an empty variable as unset, because Compose passes unset variables as empty', () => {
    expect(loadConfig({ ...EMULATED_ENVIRONMENT, REDIS_URL: '', HOST: '' }, noFile).http.host).toBe(
      '127.0.0.1',
    );
  });

  it('reads a secret from its file without the trailing newline', () => {
    const { STRIPE_SECRET_KEY: _, ...rest } = LIVE;
    const variables = { ...rest, STRIPE_SECRET_KEY_FILE: '/run/secrets/stripe' };
    const config = loadConfig(variables, (path) => (path === '/run/secrets/stripe' ? 'sk_live_file\n' : ''));
    expect(config.stripe.secretKey).toBe('sk_live_file');
  });

  it('rejects a secret that is set twice or whose file is missing', () => {
    expect(findFaults({ ...LIVE, STRIPE_SECRET_KEY_FILE: '/a' })[0]).toContain(
      'STRIPE_SECRET_KEY_FILE are both set',
    );
    expect(findFaults({ ...LIVE, REDIS_URL_FILE: '/b' })[0]).toContain('cannot be read: /b');
  });

  it('accepts several webhook secrets during rotation', () => {
    const config = loadConfig({ ...LIVE, STRIPE_WEBHOOK_SECRET: 'whsec_old1,whsec_new1' }, noFile);
    expect(config.stripe.webhookSecrets).toEqual(['whsec_old1', 'whsec_new1']);
  });
});

describe('the configuration', () => {
  it.each([
    [
      'a live key with an emulated Stripe',
      { STRIPE_API_URL: 'http://stripe:80' },
      /live key, but STRIPE_API_URL/,
    ],
    [
      'a live key with an emulated Auth',
      { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      /live key, but FIREBASE_AUTH_EMULATOR_HOST/,
    ],
    [
      'a live key with an emulated database',
      { FIREBASE_DATABASE_URL: 'http://127.0.0.1:9000?ns=x' },
      /live key, but FIREBASE_DATABASE_URL/,
    ],
    [
      'a test key with live addresses',
      { STRIPE_SECRET_KEY: 'sk_test_abc' },
      /test key, but every address is live/,
    ],
    [
      'live Firebase without a key',
      { FIREBASE_SERVICE_ACCOUNT: undefined },
      /FIREBASE_SERVICE_ACCOUNT is missing/,
    ],
    [
      'a trailing slash',
      { PUBLIC_URL: 'https://outharbor.example/' },
      /^PUBLIC_URL must be .* without a path/,
    ],
    ['a path', { PUBLIC_URL: 'https://outharbor.example/site' }, /^PUBLIC_URL must be .* without a path/],
    [
      'an impossible range',
      { TRUST_PROXY: '10.0.0.0/33' },
      /^TRUST_PROXY has an invalid range: 10.0.0.0\/33/,
    ],
    [
      'a malformed address',
      { TRUST_PROXY: 'uniquelocal,10.0.0' },
      /^TRUST_PROXY has an invalid range: 10.0.0/,
    ],
    ['every IPv4 address', { TRUST_PROXY: '0.0.0.0/0' }, /^TRUST_PROXY trusts every address/],
    ['every IPv6 address', { TRUST_PROXY: 'loopback,::/0' }, /^TRUST_PROXY trusts every address/],
    ['a secret key', { DEPLOYMENT_ID: 'sk_live_51Example' }, /^DEPLOYMENT_ID holds a secret/],
    ['a signing secret', { DEPLOYMENT_ID: 'whsec_example' }, /^DEPLOYMENT_ID holds a secret/],
    ['a live origin without TLS', { PUBLIC_URL: 'http://outharbor.example' }, /https/],
    [
      'emulated Stripe with live Firebase',
      { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_API_URL: 'http://stripe:80' },
      /emulated cards would buy real plans/,
    ],
    [
      'emulated Auth with a live database',
      { STRIPE_SECRET_KEY: 'sk_test_abc', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      /both be emulated or both be live/,
    ],
  ])('rejects %s', (_name, change, expected) => {
    expect(findFaults({ ...LIVE, ...change }).join('\n')).toMatch(expected);
  });

  it('allows a test key with live addresses if STRIPE_ALLOW_TEST_KEY is set', () => {
    expect(findFaults({ ...LIVE, STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_ALLOW_TEST_KEY: 'true' })).toEqual(
      [],
    );
  });
});

it('.env.example contains exactly the known variables and is valid unmodified', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
  const named = lines.flatMap((line) => /^(?:# )?([A-Z_]+)=/.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual(Object.keys(Environment.properties).toSorted());
  const active = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2));
  expect(loadConfig(Object.fromEntries(active), noFile).emulated).toBe(true);
});
