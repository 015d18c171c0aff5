import { expect, it } from 'vitest';
import { findPrice } from '../../support/stripe/checkout.ts';
import { APRIL } from '../../support/stripe/dates.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { subscribedOnClock } from '../../support/stripe/on-clock.ts';

const world = createWorld();
const { stripe, emulator } = world;

async function upcoming(version: string, params: Record<string, string>) {
  const url = `${emulator.url}/v1/invoices/upcoming?${new URLSearchParams(params)}`;
  const headers = { authorization: 'Bearer sk_test_emulated', 'stripe-version': version };
  const answer = await fetch(url, { headers });
  return { status: answer.status, body: await answer.json() };
}

it('the upcoming invoice is available in versions before basil, and not in later ones', async () => {
  const at = await subscribedOnClock(world, APRIL, 'visa', { billing_mode: { type: 'classic' } });
  await at.advanceTo(APRIL + 15 * 86_400);
  const item = String(at.subscription.items.data[0]?.id);
  const params = {
    subscription: at.subscription.id,
    'subscription_items[0][id]': item,
    'subscription_items[0][price]': await findPrice(stripe, 'business_monthly'),
    subscription_proration_behavior: 'always_invoice',
  };
  const former = await upcoming('2024-06-20', params);
  expect(former).toMatchObject({
    status: 200,
    body: {
      total: 24_950,
      subscription: at.subscription.id,
      lines: {
        data: [
          { type: 'invoiceitem', proration: true, amount: -50_000 },
          { type: 'invoiceitem', proration: true, subscription_item: item, price: { unit_amount: 149_900 } },
        ],
      },
    },
  });
  expect(former.body).not.toHaveProperty('id');
  const nobody = await upcoming('2024-06-20', {});
  expect(nobody).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  for (const detail of ['code', 'param']) expect(nobody.body).not.toHaveProperty(['error', detail]);
  expect(await upcoming('2025-03-31.basil', params)).toMatchObject({ status: 400 });
  expect(await upcoming('2026-10-28.endive', {})).toMatchObject({ status: 404 });
});

it('the upcoming invoice of a subscription in flexible billing mode is left to previews', async () => {
  const { subscription } = await subscribedOnClock(world, APRIL);
  expect(await upcoming('2024-06-20', { subscription: subscription.id })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('use the Create Preview Invoice API instead') } },
  });
});
