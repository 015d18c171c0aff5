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
};

async function read(file: string, environment: NodeJS.ProcessEnv = {}): Promise<ComposeFile> {
  return JSON.parse(await docker(['compose', '-f', file, 'config', '--format', 'json'], environment));
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
    ]);
    expect(services.web?.environment?.EMULATED).toBe('false');
  });

  it.each(Object.keys(LIVE))('cannot be started without %s', async (missing) => {
    const rest = { ...LIVE, [missing]: '' };
    await expect(read('docker-compose.live.yml', rest)).rejects.toThrow(missing);
  });
});

describe('infra/swarm/stack.yml', () => {
  it('is valid with live addresses, bounds every service and rolls back what fails', async () => {
    const text = await docker(['stack', 'config', '-c', 'infra/swarm/stack.yml'], LIVE);
    const { services }: StackFile = parse(text);
    expect(Object.keys(services).toSorted()).toEqual(['api', 'redis', 'web']);
    for (const { deploy, image } of Object.values(services)) {
      expect(image).toMatch(/^outharbor\/[a-z]+:latest$|:v?\d+\.\d+\.\d+/);
      expect(deploy.resources.limits).toMatchObject({ memory: expect.anything(), pids: expect.anything() });
      expect(deploy.update_config.failure_action).toBe('rollback');
    }
  });
});
