// @module-tag docker
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { docker } from '../../../infra/emulators/tests/support/docker.ts';
import { suiteFixture } from '../../../infra/emulators/tests/support/suite-fixture.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { ROOT } from '../../../scripts/step.ts';
import { compose, listContainers } from '../../support/containers/compose.ts';
import { crash, startContainerStack, withServicesStopped } from '../../support/containers/container-stack.ts';
import { startTraffic } from '../../support/containers/traffic.ts';
import { describeFrontDoor } from '../../support/front-door/front-door-suite.ts';
import { readRunbookCommands } from '../../support/going-live-page.ts';
import { CARDS, newPerson } from '../../support/people.ts';
import { registerVisitor, signInVisitor } from '../../support/sdk-visitor.ts';
import { describeObservability } from './observability-suite.ts';

const execute = promisify(execFile);

const RESTART = { timeout: 120_000, interval: 1000 };

/** Stops the servers of a container, and not the health check. */
const HANG =
  'cd /proc && for pid in [0-9]*; do [[ $(readlink $pid/exe) != */@(nginx|node) ]] || kill -STOP $pid; done';

/** The same as in docs/going-live.md. */
const REPLACED_IN_ORDER = ['api-standby', 'api', 'web-standby', 'web'] as const;
const REPLACE = ['up', '-d', '--no-build', '--no-deps', '--wait', '--wait-timeout', '90', '--force-recreate'];

const containers = suiteFixture(startContainerStack);

const healthy = (service: string) => compose(containers.project, 'up', '-d', '--wait', '--no-deps', service);

/** What the containers last logged of failures, which the answers do not tell. */
async function readWarnings(): Promise<readonly string[]> {
  const log = await compose(
    containers.project,
    'logs',
    '--no-color',
    '--tail',
    '400',
    ...REPLACED_IN_ORDER,
    'door',
  );
  const warnings = log
    .split('\n')
    .filter((line) => /"level":"(warn|error|fatal)"|\[(warn|error|crit)\]/.test(line));
  return warnings.slice(-20);
}

async function crashService(service: string): Promise<void> {
  for (const container of await listContainers(containers.project, service)) await crash(container);
}

describeFrontDoor(() => ({
  url: containers.url,
  withApiUnavailable: (during) => withServicesStopped(containers.project, ['api', 'api-standby'], during),
}));
describeObservability(() => containers.project);

it.each([
  ['api', '/api/nothing'],
  ['stripe', '/emulated/stripe/nothing'],
  ['scheduling', '/emulated/scheduling/nothing'],
  ['firebase', '/identitytoolkit.googleapis.com/nothing'],
  ['firebase', '/.lp'],
])('the request ID in the web log also appears in the log of %s for %s', async (service, path) => {
  const { headers } = await fetch(`${containers.url}${path}?auth=secret`);
  const id = headers.get('x-request-id');
  const readLines = async (name: string) => {
    const log = await compose(containers.project, 'logs', '--no-color', '--no-log-prefix', name);
    return log.split('\n').filter((line) => line.includes(`"${id}"`));
  };
  for (const name of ['web', service]) {
    await expect.poll(() => readLines(name), { timeout: 30_000 }).not.toEqual([]);
    for (const line of await readLines(name)) expect(line).not.toContain('secret');
  }
});

describe('a fault in the containers', () => {
  it('stripe-mock is gone: a plan is bought, and the log says that nothing was compared', async () => {
    await withServicesStopped(containers.project, ['stripe-mock'], async () => {
      const visitor = await registerVisitor(containers.url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      expect(await containers.pay(session.id, CARDS.pays)).toBe('paid');
      await visitor.confirm(session.id);
      await visitor.leave();
      // The engine's resolver takes its time with the name of a stopped container.
      const log = () => compose(containers.project, 'logs', 'stripe');
      await expect.poll(log, { timeout: 30_000 }).toContain('cannot reach stripe-mock');
    });
  });

  it('Firebase restarts: open pages reconnect, and the data is still there', async () => {
    const visitor = await registerVisitor(containers.url, newPerson());
    const session = await visitor.checkOut(NEXT.price);
    await containers.pay(session.id, CARDS.pays);
    await visitor.confirm(session.id);
    await compose(containers.project, 'restart', 'firebase');
    await healthy('firebase');
    const next = await registerVisitor(containers.url, newPerson());
    expect((await next.checkOut(FIRST.price)).id).toMatch(/^cs_test_/);
    const record = await visitor.recordWhen((now) => now !== null);
    expect(record?.subscription?.planType).toBe(NEXT.name);
    await Promise.all([visitor.leave(), next.leave()]);
  });

  describe('a container is lost under constant requests', () => {
    /** Pages and API calls, with a purchase that is confirmed over and over; `during` runs meanwhile. */
    async function failuresDuring(during: () => Promise<void>) {
      const visitor = await registerVisitor(containers.url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      await containers.pay(session.id, CARDS.pays);
      const confirm = { sessionId: session.id, firebaseId: visitor.user.uid };
      // A server that ends closes kept connections, and `fetch` does not repeat a call on one, as a browser does.
      const headers = { connection: 'close' };
      const traffic = [
        startTraffic(2, () => visitor.call(API_PATHS.confirmPayment, confirm, headers)),
        startTraffic(2, () => fetch(containers.url, { headers })),
      ];
      let results: Awaited<ReturnType<(typeof traffic)[0]['stop']>>[] = [];
      try {
        await Promise.all(traffic.map((one) => one.passed(20)));
        await during();
        await Promise.all(traffic.map((one) => one.passed(40)));
      } finally {
        results = await Promise.all(traffic.map((one) => one.stop()));
      }
      await visitor.leave();
      expect(results.every(({ calls }) => calls > 60)).toBe(true);
      const failures = results.flatMap(({ failures }) => failures);
      return failures.length === 0 ? [] : [...failures, ...(await readWarnings())];
    }

    it('every API and site container is replaced, one after the other: no request fails', async () => {
      const failures = await failuresDuring(async () => {
        for (const service of REPLACED_IN_ORDER) {
          const [before] = await listContainers(containers.project, service);
          await compose(containers.project, 'exec', '-T', 'door', 'start-web', 'avoid', service);
          await compose(containers.project, ...REPLACE, service);
          expect(await listContainers(containers.project, service)).not.toEqual([before]);
        }
      });
      expect(failures).toEqual([]);
    });

    it.each(['api', 'api-standby'])('%s crashes: no request fails', async (service) => {
      const failures = await failuresDuring(async () => {
        await crashService(service);
        await healthy(service);
      });
      expect(failures).toEqual([]);
    });

    it('a release that does not start leaves the former one in service', async () => {
      const broken = { ...containers.project.environment, RATE_LIMIT_PER_MINUTE: 'many' };
      const failures = await failuresDuring(async () => {
        const replaced = compose(
          { ...containers.project, environment: broken },
          ...REPLACE,
          REPLACED_IN_ORDER[0],
        );
        await expect(replaced).rejects.toThrow();
      });
      expect(failures).toEqual([]);
      await healthy(REPLACED_IN_ORDER[0]);
    });
  });

  it.each(['api', 'web', 'scheduling'])('%s is late on a busy machine: it goes on', async (service) => {
    const [container = ''] = await listContainers(containers.project, service);
    const noProcessors = 'nproc() { echo 0; }; export -f nproc';
    const failedChecks = 'for check in 1 2 3 4 5; do ! watched false; done';
    await docker(['exec', container, 'bash', '-c', `${noProcessors}; ${failedChecks}`]);
  });

  it('one run of the health check checks a healthy container several times', async () => {
    const [container = ''] = await listContainers(containers.project, 'web');
    const output = await docker(['exec', container, 'watched', 'echo', 'checked']);
    expect(output).toBe('checked\n'.repeat(7));
  });

  it.concurrent.each(['api', 'web', 'scheduling'])('%s hangs: it is restarted', async (service) => {
    const [container = ''] = await listContainers(containers.project, service);
    const starts = async () =>
      (await docker(['inspect', '--format', '{{.State.StartedAt}}', container])).trim();
    const before = await starts();
    await docker(['exec', container, 'bash', '-c', HANG]);
    // `expect.poll` does not know its test among concurrent ones.
    await vi.waitFor(async () => expect(await starts()).not.toBe(before), RESTART);
    await healthyContainer(container);
  });
});

it('the back-up of docs/runbook.md brings accounts, plans and bookings back after the volumes are lost', async () => {
  const [backUp = '', restore = ''] = await readRunbookCommands('Back up');
  const { project, consoleUrl } = containers;
  const added = await fetch(`${consoleUrl}/console/actions/people/add-ready`, { method: 'POST' });
  expect(added.status).toBe(200);
  const person = newPerson();
  const visitor = await registerVisitor(containers.url, person);
  const session = await visitor.checkOut(FIRST.price);
  await containers.pay(session.id, CARDS.pays);
  await visitor.confirm(session.id);
  await visitor.leave();
  await containers.settle();
  const held = async () => {
    const answer = await fetch(`${consoleUrl}/console/state-file`);
    const { holds } = (await answer.json()) as { readonly holds: Readonly<Record<string, number>> };
    const { customers, subscriptions, bookings } = holds;
    return { customers, subscriptions, bookings };
  };
  const before = await held();
  expect(before.bookings).toBeGreaterThan(0);

  const folder = await temporaryFolder();
  onTestFinished(folder.close);
  const runPrinted = (commands: string) =>
    execute('bash', ['-ec', commands], {
      cwd: folder.path,
      env: {
        ...process.env,
        ...project.environment,
        COMPOSE_PROJECT_NAME: project.name,
        COMPOSE_FILE: join(ROOT, 'docker-compose.yml'),
      },
    });
  await runPrinted(backUp);
  await compose(project, 'down', '--volumes', '--timeout', '5');
  await compose(project, 'up', '-d', '--wait');
  expect(await held()).toEqual({ customers: 0, subscriptions: 0, bookings: 0 });

  await runPrinted(restore);
  await compose(project, 'up', '-d', '--wait');
  expect(await held()).toEqual(before);
  const again = await signInVisitor(containers.url, person);
  const record = await again.recordWhen((now) => now !== null);
  expect(record?.subscription?.planType).toBe(FIRST.name);
  await again.leave();
});

async function healthyContainer(container: string): Promise<void> {
  const status = () => docker(['inspect', '--format', '{{.State.Health.Status}}', container]);
  await vi.waitFor(async () => expect(await status()).toMatch(/^healthy\s/), RESTART);
}
