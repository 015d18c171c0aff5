import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { docker } from './compose.ts';

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}
interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly secrets?: readonly { readonly source: string }[];
}

interface StackFile {
  readonly services: Readonly<Record<string, StackService>>;
}
interface StackService {
  readonly image: string;
  readonly deploy: {
    readonly resources: { readonly limits: Readonly<Record<string, unknown>> };
    readonly update_config: { readonly failure_action: string };
  };
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

describe('docker-compose.yml', () => {
  it('is valid without any variable, pins every image that is not ours and checks the health of all', async () => {
    const { services } = await read('docker-compose.yml');
    for (const { image, healthcheck } of Object.values(services)) {
      expect(image).toMatch(/^outharbor\/[a-z]+:latest$|:v?\d+\.\d+\.\d+/);
      expect(healthcheck?.test.length).toBeGreaterThan(0);
    }
  });
});

describe('docker-compose.live.yml', () => {
  it('is valid with live addresses, and names no emulator', async () => {
    const { services } = await read('docker-compose.live.yml', LIVE);
    expect(Object.keys(services).toSorted()).toEqual(['api', 'web']);
    const variables = Object.values(services).flatMap(({ environment }) => Object.keys(environment ?? {}));
    expect(variables.filter((name) => /EMULATOR|STRIPE_API_URL|_UPSTREAM/.test(name))).toEqual([
      'API_UPSTREAM',
      'REPLICAS_UPSTREAM',
    ]);
    expect(services.web?.environment?.EMULATED).toBe('false');
  });

  it('runs the release that it is told, which no later build overwrites', async () => {
    const { services } = await read('docker-compose.live.yml', LIVE);
    const images = Object.values(services).map(({ image }) => image);
    expect(images.toSorted()).toEqual(['outharbor/api:2026-11-22', 'outharbor/web:2026-11-22']);
  });

  it('needs no key of Google with the file for that laid over it', async () => {
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

describe('infra/swarm/stack.yml', () => {
  it('is valid with live addresses, bounds every service and rolls back what fails', async () => {
    const text = await docker(['stack', 'config', '-c', 'infra/swarm/stack.yml'], LIVE);
    // Unlike Compose, it knows no variable within another one's default.
    expect(text).not.toContain('${');
    const { services }: StackFile = parse(text);
    expect(Object.keys(services).toSorted()).toEqual(['api', 'redis', 'web']);
    for (const { deploy, image } of Object.values(services)) {
      expect(image).toMatch(/^outharbor\/[a-z]+:2026-11-22$|:v?\d+\.\d+\.\d+/);
      expect(deploy.resources.limits).toMatchObject({ memory: expect.anything(), pids: expect.anything() });
      expect(deploy.update_config.failure_action).toBe('rollback');
    }
  });

  it.each([[[]], [['-c', 'infra/swarm/emulated.yml']]])(
    'is not deployed without a release, with %j laid over it',
    async (more) => {
      const config = ['stack', 'config', '-c', 'infra/swarm/stack.yml', ...more];
      await expect(docker(config, { ...LIVE, IMAGE_TAG: '' })).rejects.toThrow('IMAGE_TAG is missing');
    },
  );
});
