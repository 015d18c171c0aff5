import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST, LAST, NEXT } from '@outharbor/contract/testing/plans';
import { describe, expect, it } from 'vitest';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { buyPlan } from '../support/abuse/purchases.ts';
import { startWorld } from '../support/abuse/world.ts';
import { VISA_IN_TEXT } from '../support/card.ts';

const NAME = 'Rosalind Quillfeather';
const FORMER = 'rosalind.quillfeather@example.com';
const REQUEST = JSON.stringify({ customerId: 'visitor', plan: FIRST.price });
const EMAIL = 'new.quillfeather@example.com';

describe('data protection', () => {
  const world = suiteFixture(startWorld);

  it('answers every path with no-store if the body is JSON, whether the request succeeds or not', async () => {
    const token = world.issuer.issue('visitor');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const paths = [
      ...Object.values(API_PATHS),
      `${API_PATHS.docs}/json`,
      '/',
      '/api/v1/none',
      '/api/%E0%A4%A',
    ];
    const statuses = new Set<number>();
    for (const path of paths) {
      for (const init of [
        {},
        { method: 'POST' },
        { method: 'POST', headers, body: '{' },
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: REQUEST },
        { method: 'POST', headers, body: REQUEST },
      ]) {
        const answer = await fetch(world.api().url + path, { redirect: 'manual', ...init });
        await answer.arrayBuffer();
        statuses.add(answer.status);
        if (answer.headers.get('content-type')?.includes('json')) {
          expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
        }
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
  });

  /** Everything that a client does, with faults in between. */
  async function useEverything(): Promise<void> {
    const uid = 'client';
    const now = () => Math.floor(Date.now() / 1000);
    let email = FORMER;
    const token = () => world.issuer.issue(uid, { claims: { auth_time: now(), email, name: NAME } });
    world.issuer.users.set(uid, { email, displayName: NAME });
    await world.overwrite(`users/${uid}`, { uid, email, userName: NAME });
    const user = world.user(uid, 0, token);

    const message = `Invalid email address: ${email}, for the API key sk_test_emulated`;
    const body = JSON.stringify({ error: { type: 'invalid_request_error', message, param: 'email' } });
    for (const status of [400, 500]) {
      world.stripeProxy.fault = () => ({ kind: 'answer', status, body });
      await user.book(FIRST.price);
    }
    world.stripeProxy.heal();
    const { customer } = await buyPlan(world, user, LAST);
    await user.openPortal();
    await user.ask(API_PATHS.createPlanChangeSession, { plan: NEXT.price });
    email = EMAIL;
    world.issuer.users.set(uid, { email, displayName: NAME, emailVerified: true });
    const [charge] = (await world.sdk.charges.list({ customer })).data;
    for (const path of [API_PATHS.account, API_PATHS.exportAccount, API_PATHS.keepPlan]) await user.ask(path);
    await world.stripe.dispute(charge?.id ?? '');
    await world.settle();
    await world.api().reconcile();
    await user.ask(API_PATHS.signOutEverywhere);
    await user.ask(API_PATHS.deleteAccount);
    await world.settle();
    await world.api().reconcile();
  }

  it('logs uids, IDs and addresses of visitors, and no name, e-mail address, card, token or key', async () => {
    await useEverything();
    const lines = world.api().lines.join('');
    expect(lines).toContain('account deleted');
    expect(lines).toContain('"alert":"payment_disputed"');
    expect(lines).toMatch(/"(?:remoteAddress|ip|address)":"127\.0\.0\.1"/);
    expect(lines).not.toMatch(/rosalind|quillfeather|sk_test_|whsec_|eyJ[\w-]+\./i);
    expect(lines).not.toMatch(VISA_IN_TEXT);
  });
});
