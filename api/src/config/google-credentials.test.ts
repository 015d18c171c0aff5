import { describe, expect, it } from 'vitest';
import { serviceAccountFile } from '../testing/service-account-file.ts';
import { ConfigError, loadConfig } from './config.ts';

const FILE = '/run/secrets/firebase_service_account';
const ACCOUNT = serviceAccountFile('outharbor-live');
/** A line of the key, which must never be printed. */
const SECRET = ACCOUNT.private_key.split('\n')[1] ?? '';

const LIVE = {
  PUBLIC_URL: 'https://outharbor.example',
  FIREBASE_PROJECT_ID: 'outharbor-live',
  FIREBASE_DATABASE_URL: 'https://outharbor-live.firebaseio.com',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abcd',
};
const WITH_KEY = { ...LIVE, FIREBASE_SERVICE_ACCOUNT_FILE: FILE };
const WITHOUT_KEY = { ...LIVE, FIREBASE_CREDENTIALS: 'application-default' };

function load(variables: Readonly<Record<string, string>>, text = JSON.stringify(ACCOUNT)) {
  try {
    const config = loadConfig(variables, () => text);
    return { credentials: config.firebase.credentials, faults: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { credentials: undefined, faults: error.faults };
    throw error;
  }
}

const without = (field: keyof typeof ACCOUNT) => JSON.stringify({ ...ACCOUNT, [field]: undefined });
const lines = JSON.stringify(ACCOUNT, null, 2);

describe('service account key', () => {
  it('yields the three fields that the SDK needs', () => {
    expect(load(WITH_KEY).credentials).toEqual({
      projectId: 'outharbor-live',
      clientEmail: 'api@outharbor-live.iam.gserviceaccount.com',
      privateKey: ACCOUNT.private_key,
    });
  });

  it.each([
    ['a stray comma', lines.replace(/\n}$/, ',\n}'), /^is not valid JSON \(line 6 column 1\)$/],
    ['a missing quote', lines.replace('"-----BEGIN', '-----BEGIN'), /^is not valid JSON/],
    ['a bare private key', ACCOUNT.private_key, /^is not valid JSON/],
    ['an array', '[]', /^type is not service_account/],
    ['a string', '"{}"', /^is not a JSON object$/],
    ['another credential type', JSON.stringify({ ...ACCOUNT, type: 'external_account' }), /^type is not/],
    ['no project_id', without('project_id'), /^project_id is missing$/],
    ['no client_email', without('client_email'), /^client_email is missing$/],
    ['no private_key', without('private_key'), /^private_key is missing$/],
    [
      'a truncated private key',
      JSON.stringify({ ...ACCOUNT, private_key: ACCOUNT.private_key.slice(0, 700) }),
      /^private_key is not a complete PEM private key$/,
    ],
    [
      'a key of another project',
      JSON.stringify({ ...ACCOUNT, project_id: 'outharbor-stage' }),
      /^project_id does not match FIREBASE_PROJECT_ID \(outharbor-live\)$/,
    ],
  ])('%s is rejected in one line that names the file and field and quotes nothing', (_, text, what) => {
    const { faults } = load(WITH_KEY, text);
    expect(faults).toHaveLength(1);
    const [fault = ''] = faults;
    expect(fault).not.toContain('\n');
    expect(fault.startsWith(`FIREBASE_SERVICE_ACCOUNT_FILE (${FILE}): `)).toBe(true);
    expect(fault.split(': ').slice(1).join(': ')).toMatch(what);
    expect(fault).not.toContain(SECRET.slice(0, 20));
    expect(fault).not.toContain('BEGIN');
  });

  it('is reported by variable name if it came from a variable', () => {
    const { faults } = load({ ...LIVE, FIREBASE_SERVICE_ACCOUNT: '{' });
    expect(faults).toEqual([expect.stringMatching(/^FIREBASE_SERVICE_ACCOUNT: is not valid JSON/)]);
  });
});

describe('a live configuration', () => {
  it('rejects a demo- project, which only emulators know', () => {
    const { faults } = load({ ...WITHOUT_KEY, FIREBASE_PROJECT_ID: 'demo-outharbor' });
    expect(faults).toEqual([expect.stringMatching(/^FIREBASE_PROJECT_ID begins with demo-/)]);
  });
});

describe('an application default credential', () => {
  const NAMED = {
    ...WITHOUT_KEY,
    GOOGLE_APPLICATION_CREDENTIALS: '/etc/google.json',
    GOOGLE_CLOUD_PROJECT: 'outharbor-live',
  };

  it('works without a key', () => {
    expect(load(WITHOUT_KEY)).toEqual({ credentials: 'application-default', faults: [] });
  });

  it('may come from a workload identity federation file', () => {
    expect(load(NAMED, '{"type":"external_account"}').credentials).toBe('application-default');
  });

  it.each([
    ['a stray comma', '{"type":"external_account",}', /^is not valid JSON \(line 1 column 28\)$/],
    ['no type', '{}', /^type is missing$/],
    ['a truncated key', JSON.stringify({ ...ACCOUNT, private_key: 'x' }), /^private_key is not a complete/],
    [
      'a key of another project',
      JSON.stringify({ ...ACCOUNT, project_id: 'outharbor-stage' }),
      /^project_id does not match/,
    ],
  ])('is rejected if its file has %s', (_, text, what) => {
    const [fault = '', ...more] = load(NAMED, text).faults;
    expect(more).toEqual([]);
    expect(fault.startsWith('GOOGLE_APPLICATION_CREDENTIALS (/etc/google.json): ')).toBe(true);
    expect(fault.split(': ')[1]).toMatch(what);
  });

  it('requires GOOGLE_CLOUD_PROJECT with a file; otherwise Google would be asked for the project', () => {
    const { faults } = load({ ...NAMED, GOOGLE_CLOUD_PROJECT: '' }, '{"type":"external_account"}');
    expect(faults).toEqual([expect.stringContaining('GOOGLE_CLOUD_PROJECT must equal FIREBASE_PROJECT_ID')]);
  });

  it('is rejected together with a key or an emulator', () => {
    expect(load({ ...WITH_KEY, FIREBASE_CREDENTIALS: 'application-default' }).faults).toEqual([
      expect.stringContaining('use one of them'),
    ]);
    const emulated = {
      ...WITHOUT_KEY,
      STRIPE_SECRET_KEY: 'sk_test_abc',
      STRIPE_API_URL: 'http://stripe:4242',
      FIREBASE_AUTH_EMULATOR_HOST: 'firebase:9099',
      FIREBASE_DATABASE_URL: 'http://firebase:9000?ns=x',
    };
    expect(load(emulated).faults).toEqual([
      expect.stringContaining("Google's tokens must not be sent to an emulator"),
    ]);
  });
});
