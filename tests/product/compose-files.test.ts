// @module-tag docker
import { describe, expect, it } from 'vitest';
import { docker } from '../../infra/emulators/tests/support/docker.ts';

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}
interface ComposeService {
  readonly image: string;
  readonly build?: object;
  readonly pull_policy?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly secrets?: readonly { readonly source: string }[];
}

const LIVE = {
  PUBLIC_URL: 'https://www.example.com',
  FIREBASE_PROJECT_ID: 'example-project',
  FIREBASE_API_KEY: 'public-web-key',
  FIREBASE_DATABASE_URL: 'https://example-project-default-rtdb.firebaseio.com',
  SCHEDULING_URL: 'https://calendly.com/example/discovery-session',
  IMAGE_TAG: '2026-11-22',
};

async function read(
  file: string | readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ComposeFile> {
  const files = [file].flat().flatMap((name) => ['-f', name]);
  return JSON.parse(await docker(['compose', ...files, 'config', '--format', 'json'], environment));
}

const LIVE_FILE = 'docker-compose.live.yml';

it.each([
  [['docker-compose.yml'], {}],
  [[LIVE_FILE, 'docker-compose.keyless.yml'], LIVE],
  [[LIVE_FILE, 'docker-compose.rehearsal.yml'], LIVE],
])('%s: builds each of our images once, and asks no registry for it', async (files, variables) => {
  const { services } = await read(files, variables);
  const ours = Object.values(services).filter(({ image }) => image.startsWith('outharbor/'));
  expect(ours.filter((service) => service.pull_policy !== 'never')).toEqual([]);
  const built = ours.filter(({ build }) => build !== undefined).map(({ image }) => image);
  expect(built.toSorted()).toEqual([...new Set(ours.map(({ image }) => image))].toSorted());
});

describe('docker-compose.yml', () => {
  it('is valid without variables, pins third-party images and has a health check for every service', async () => {
    const { services } = await read('docker-compose.yml');
    for (const { image, healthcheck } of Object.values(services)) {
      expect(image).toMatch(/^outharbor\/[a-z]+:latest$|:v?\d+\.\d+\.\d+/);
      expect(healthcheck?.test.length).toBeGreaterThan(0);
    }
  });
});

describe('docker-compose.live.yml', () => {
  it('is valid with live addresses and refers to no emulator', async () => {
    const { services } = await read('docker-compose.live.yml', LIVE);
    expect(Object.keys(services).toSorted()).toEqual(['api', 'api-standby', 'door', 'web', 'web-standby']);
    const variables = Object.keys({ ...services.web?.environment, ...services.api?.environment });
    expect(variables.filter((name) => /EMULATOR|STRIPE_API_URL|_UPSTREAM/.test(name))).toEqual([
      'API_STANDBY_UPSTREAM',
      'API_UPSTREAM',
      'REPLICAS_UPSTREAM',
    ]);
    expect(services.web?.environment?.EMULATED).toBe('false');
  });

  it('runs the images of the given release tag', async () => {
    const { services } = await read('docker-compose.live.yml', LIVE);
    const images = Object.values(services).map(({ image }) => image);
    expect([...new Set(images)].toSorted()).toEqual(['outharbor/api:2026-11-22', 'outharbor/web:2026-11-22']);
  });

  it('needs no Google key with the keyless override file', async () => {
    const files = ['docker-compose.live.yml', 'docker-compose.keyless.yml'];
    const { services } = await read(files, LIVE);
    expect(services.api?.secrets?.map(({ source }) => source)).toEqual([
      'stripe_secret_key',
      'stripe_webhook_secret',
    ]);
    expect(services.api?.environment).toMatchObject({
      FIREBASE_CREDENTIALS: 'application-default',
      FIREBASE_SERVICE_ACCOUNT_FILE: '',
      GOOGLE_CLOUD_PROJECT: 'example-project',
    });
  });

  it.each(Object.keys(LIVE))('cannot be started without %s', async (missing) => {
    const rest = { ...LIVE, [missing]: '' };
    await expect(read('docker-compose.live.yml', rest)).rejects.toThrow(missing);
  });
});
