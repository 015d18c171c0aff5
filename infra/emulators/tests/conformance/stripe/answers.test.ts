import { describe, expect, it } from 'vitest';
import { priceOf } from '../../support/stripe/checkout.ts';
import { worldOf } from '../../support/stripe/forms.ts';
import { payer } from '../../support/stripe/payer.ts';
import { rawApi } from '../../support/stripe/raw-api.ts';

const world = worldOf();

describe('an answer', () => {
  it('is indented by two spaces, and so is an error', async () => {
    for (const path of ['customers', 'customers/cus_unknown']) {
      const response = await fetch(`${world.emulator.url}/v1/${path}`, {
        headers: { authorization: `Bearer ${world.emulator.secretKey}` },
      });
      expect(await response.text()).toMatch(/^\{\n {2}"\w+": /);
    }
  });
});

describe('an error', () => {
  it('links to its explanation and to the log of the request', async () => {
    const { body } = await rawApi(world).get('customers/cus_unknown');
    expect(body.error).toEqual({
      code: 'resource_missing',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      message: "No such customer: 'cus_unknown'",
      param: 'id',
      request_log_url: expect.stringMatching(
        /^https:\/\/dashboard\.stripe\.com\/test\/logs\/req_\w+\?t=\d+$/,
      ),
      type: 'invalid_request_error',
    });
  });

  it('has no log without a valid key', async () => {
    const response = await fetch(`${world.emulator.url}/v1/customers`, {
      headers: { authorization: 'Bearer sk_test_other' },
    });
    expect(await response.json()).toEqual({
      error: { message: expect.stringMatching(/^Invalid API Key/), type: 'invalid_request_error' },
    });
  });

  it('of a declined card has the advice of the bank and an empty parameter', async () => {
    const { id } = await world.stripe.customers.create();
    const { status, body } = await rawApi(world).post('payment_methods/pm_card_chargeDeclined/attach', {
      customer: id,
    });
    expect([status, body.error]).toMatchObject([
      402,
      {
        advice_code: 'try_again_later',
        decline_code: 'generic_decline',
        network_decline_code: '01',
        param: '',
      },
    ]);
  });

  it('names the parameter of an unknown payment method to attach', async () => {
    const { id } = await world.stripe.customers.create();
    const { status, body } = await rawApi(world).post('payment_methods/pm_unknown/attach', { customer: id });
    expect([status, body.error]).toMatchObject([404, { param: 'payment_method' }]);
  });

  it('names both ways to choose what is refunded', async () => {
    const { status, body } = await rawApi(world).post('refunds');
    expect([status, body.error]).toMatchObject([
      400,
      { message: expect.stringMatching(/payment_intent or charge/) },
    ]);
  });
});

describe('a price', () => {
  it('can still be named as a plan', async () => {
    const customer = await payer(world);
    const price = await priceOf(world.stripe);
    const other = await priceOf(world.stripe, 'business_monthly');
    const first = await rawApi(world, '2023-08-16').post('subscriptions', {
      ...{ customer, plan: price, quantity: 2 },
    });
    expect(first.body).toMatchObject({ plan: { id: price }, quantity: 2 });
    const api = rawApi(world, '2025-10-29.clover');
    const { body } = await api.post('subscriptions', { customer, items: [{ plan: price }] });
    const { data } = body.items as { data: { id: string }[] };
    const changed = await api.post(`subscriptions/${body.id}`, { items: [{ id: data[0]?.id, plan: other }] });
    expect(changed.body).toMatchObject({ plan: { id: other } });
  });
});
