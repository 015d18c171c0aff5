import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { docker } from '../../infra/emulators/tests/support/docker.ts';
import { compose, containersOf } from '../support/containers/compose.ts';
import { type ContainerStack, crash, withServiceStopped } from '../support/containers/container-stack.ts';
import { startTraffic } from '../support/containers/traffic.ts';
import { CARDS, newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';

/** Tests faults during a purchase and their outcome for the user. */
export function describeFaults(stack: () => ContainerStack): void {
  const healthy = (service: string) => compose(stack().project, 'up', '-d', '--wait', '--no-deps', service);

  async function crashService(service: string): Promise<void> {
    for (const container of await containersOf(stack().project, service)) await crash(container);
  }

  describe('a fault in the containers', () => {
    it('the API crashes between payment and confirmation: it restarts and confirms', async () => {
      const visitor = await registerVisitor(stack().url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      await crashService('api');
      expect(await stack().pay(session.id, CARDS.pays)).toBe('paid');
      await healthy('api');
      expect(await visitor.confirm(session.id)).toMatchObject({ planType: FIRST.name });
      await visitor.leave();
    });

    it('the API is unavailable while a user pays and leaves: the webhook arrives later', async () => {
      const visitor = await registerVisitor(stack().url, newPerson());
      const session = await visitor.checkOut(LAST.price);
      await withServiceStopped(stack().project, 'api', async () => {
        expect(await stack().pay(session.id, CARDS.pays)).toBe('paid');
      });
      await visitor.recordWhen((record) => record?.subscription?.planType === LAST.name);
      await visitor.leave();
    });

    it('Firebase restarts: open pages reconnect, and the data is still there', async () => {
      const visitor = await registerVisitor(stack().url, newPerson());
      const session = await visitor.checkOut(NEXT.price);
      await stack().pay(session.id, CARDS.pays);
      await visitor.confirm(session.id);
      await compose(stack().project, 'restart', 'firebase');
      await healthy('firebase');
      const next = await registerVisitor(stack().url, newPerson());
      expect((await next.checkOut(FIRST.price)).id).toMatch(/^cs_test_/);
      const record = await visitor.recordWhen((now) => now !== null);
      expect(record?.subscription?.planType).toBe(NEXT.name);
      await Promise.all([visitor.leave(), next.leave()]);
    });

    it('stripe-mock is unavailable: checkout answers 503 in time and works again afterwards', async () => {
      const visitor = await registerVisitor(stack().url, newPerson());
      await withServiceStopped(stack().project, 'stripe-mock', async () => {
        const answer = await visitor.call(API_PATHS.createCheckoutSession, {
          plan: FIRST.price,
          customerId: visitor.user.uid,
        });
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(await answer.json()).toMatchObject({ error: { code: 'dependency_unavailable' } });
        expect((await fetch(stack().url)).status).toBe(200);
      });
      // Pending calls to the restarted stripe-mock still hold their idempotency key for a moment.
      const idOfSession = () => visitor.checkOut(FIRST.price).then(({ id }) => id, String);
      await expect.poll(idOfSession, { timeout: 20_000, interval: 500 }).toMatch(/^cs_test_/);
      await visitor.leave();
    });

    it('three API replicas restart one after another under traffic: no request fails', async () => {
      const visitor = await registerVisitor(stack().url, newPerson());
      const session = await visitor.checkOut(FIRST.price);
      await stack().pay(session.id, CARDS.pays);
      await compose(
        stack().project,
        'up',
        '-d',
        '--wait',
        '--no-deps',
        '--no-recreate',
        '--scale',
        'api=3',
        'api',
      );
      const replicas = await containersOf(stack().project, 'api');
      expect(replicas).toHaveLength(3);

      const traffic = startTraffic(4, () =>
        visitor.call(API_PATHS.confirmPayment, { sessionId: session.id, firebaseId: visitor.user.uid }),
      );
      try {
        for (const replica of replicas) {
          await traffic.passed(40);
          await docker(['restart', '--time', '20', replica]);
          await healthyContainer(replica);
        }
        // Nginx discovers a replica within a second, during which many calls may pass.
        await expect.poll(() => answeredBy(replicas), { timeout: 60_000 }).toEqual([true, true, true]);
      } finally {
        const { calls, failures } = await traffic.stop();
        expect.soft(failures, `of ${calls} calls`).toEqual([]);
      }
      await visitor.leave();
    });
  });
}

async function healthyContainer(container: string): Promise<void> {
  const format = '{{.State.Health.Status}}';
  await expect
    .poll(async () => (await docker(['inspect', '--format', format, container])).trim(), { timeout: 60_000 })
    .toBe('healthy');
}

/** Whether each replica has received calls since its last start. */
async function answeredBy(replicas: readonly string[]): Promise<boolean[]> {
  const logs = await Promise.all(replicas.map((replica) => docker(['logs', replica])));
  return logs.map((log) => {
    const sinceStart = log.slice(log.lastIndexOf('the API is ready'));
    return sinceStart.includes(API_PATHS.confirmPayment);
  });
}
