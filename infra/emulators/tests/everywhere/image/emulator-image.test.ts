// @module-tag docker
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectControl } from '@outharbor/stripe-emulator/control-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { buildPackages } from '../../../scripts/packages/build-packages.ts';
import { docker } from '../../support/docker.ts';
import { type Example, readExamples } from '../../support/documented-examples.ts';
import { writeJobProject } from '../../support/job-project.ts';
import { ROOT } from '../../support/repository-root.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const image = `emulators:test-${randomBytes(4).toString('hex')}`;
const DOCUMENTED_IMAGE = 'emulators:0.1.0';

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly services: {
        readonly emulators: {
          readonly image: string;
          readonly ports: readonly string[];
          readonly options: string;
        };
      };
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly { readonly run?: string }[];
    };
  };
}

const folder = suiteFixture(temporaryFolder);
let examples: readonly Example[];

beforeAll(async () => {
  examples = await readExamples('containers.md');
  const packages = join(folder.path, 'packages');
  await buildPackages(packages);
  await symlink(join(ROOT, 'node_modules'), join(folder.path, 'node_modules'));
  await docker(['build', '--quiet', '--file', 'infra/emulators/all/Dockerfile', '--tag', image, packages]);
});
afterAll(async () => {
  await docker(['image', 'rm', '--force', image]);
});

/** Returns the code of an example, with the image built here. */
function findFile(title: string): string {
  const code = examples.find((example) => example.title === title)?.files[0].code;
  if (code === undefined) throw new Error(`There is no example "${title}".`);
  return code.replaceAll(DOCUMENTED_IMAGE, image);
}

describe('the emulator image', () => {
  it('runs from the documented compose file, becomes healthy and returns URLs that a browser can reach', async () => {
    const file = join(folder.path, 'compose.yaml');
    // On free ports, since the documented ones may be in use.
    await writeFile(file, findFile('Compose').replaceAll(/127\.0\.0\.1:\d+:(\d+)/g, '127.0.0.1:0:$1'));
    const project = ['compose', '-p', `emulators-${randomBytes(4).toString('hex')}`, '-f', file];
    try {
      await docker([...project, 'up', '--detach', '--wait']);
      const address = async (port: number) =>
        `http://${(await docker([...project, 'port', 'emulators', String(port)])).trim()}`;
      const control = connectControl(await address(4243));
      await control.advanceTime({ days: 1 });
      expect((await fetch(await address(9099))).status).toBe(200);
      const answer = await fetch(`${await address(4242)}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_emulated' },
        body: new URLSearchParams({
          mode: 'payment',
          success_url: 'http://localhost:3000/thanks',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'eur',
          'line_items[0][price_data][unit_amount]': '1500',
          'line_items[0][price_data][product_data][name]': 'A book',
        }),
      });
      expect(await answer.json()).toMatchObject({ url: expect.stringMatching('^http://localhost:4242/') });
    } finally {
      await docker([...project, 'down', '--volumes']);
    }
  });

  it('listens exactly on the ports that it exposes', async () => {
    const container = (await docker(['run', '--detach', '--init', image, '--json'])).trim();
    try {
      const addresses = await vi.waitUntil(async () => (await docker(['logs', container])).trim(), 60_000);
      const ports = [...addresses.matchAll(/:(\d{4})\b/g)].map(([, port]) => `${port}/tcp`);
      const exposed = await docker(['image', 'inspect', '--format', '{{json .Config.ExposedPorts}}', image]);
      expect(Object.keys(JSON.parse(exposed)).toSorted()).toEqual([...new Set(ports)].toSorted());
    } finally {
      await docker(['rm', '--force', '--volumes', container]);
    }
  });

  it('works with testcontainers as documented', async () => {
    await writeFile(join(folder.path, 'testcontainers.mjs'), findFile('testcontainers'));
    const { stdout } = await run(process.execPath, ['testcontainers.mjs'], { cwd: folder.path });
    expect(stdout).toBe('true\n');
  });
});

it('the GitHub Actions job finds a healthy service and runs a suite against it', async () => {
  const { services, env, steps } = (parse(findFile('GitHub Actions')) as Workflow).jobs.test;
  const { ports, options } = services.emulators;
  // On free ports, to which the documented ports are mapped.
  const published = ports.flatMap((port) => ['--publish', `127.0.0.1:0:${port.split(':')[1]}`]);
  const container = (await docker(['run', '--detach', ...options.split(' '), ...published, image])).trim();
  try {
    const mapped = await Promise.all(
      ports.map(async (port) => {
        const [outside = '', inside = ''] = port.split(':');
        return [outside, (await docker(['port', container, inside])).trim().split(':').at(-1) ?? ''] as const;
      }),
    );
    const mapPorts = (text: string) =>
      mapped.reduce((all, [from, to]) => all.replaceAll(`localhost:${from}`, `127.0.0.1:${to}`), text);
    const app = join(folder.path, 'app');
    await mkdir(app);
    await writeJobProject(app, { name: 'app', version: '1.0.0' });
    const mappedEnv = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, mapPorts(value)]));
    const commands = steps.flatMap(({ run: command }) => command ?? []);
    expect(commands).toHaveLength(2);
    // Like a runner, use bash and stop at the first failure.
    for (const command of commands) {
      await run('bash', ['-eo', 'pipefail', '-c', mapPorts(command)], {
        cwd: app,
        env: { ...process.env, ...mappedEnv },
      });
    }
  } finally {
    await docker(['rm', '--force', '--volumes', container]);
  }
});

it('the GitHub Actions job publishes the same ports as the compose file, and its variables use them', () => {
  const { services } = parse(findFile('Compose')) as {
    readonly services: { readonly emulators: { readonly ports: readonly string[] } };
  };
  const { services: started, env } = (parse(findFile('GitHub Actions')) as Workflow).jobs.test;
  const published = started.emulators.ports.map((port) => `127.0.0.1:${port}`);
  expect(published).toEqual(services.emulators.ports);
  const named = Object.values(env).map((value) => value.split(':').at(-1));
  expect(started.emulators.ports.map((port) => port.split(':')[0])).toEqual(expect.arrayContaining(named));
});
