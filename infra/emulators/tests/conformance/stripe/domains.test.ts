import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection } from '../../support/stripe/rejection.ts';

const { stripe } = createWorld();
const SHOP = 'shop.example.com';

describe('a payment method domain', () => {
  it('is registered once, with every payment method active', async () => {
    const { paymentMethodDomains } = stripe;
    const domain = await paymentMethodDomains.create({ domain_name: SHOP });
    const active = { status: 'active' };
    expect(domain).toMatchObject({
      id: expect.stringMatching(/^pmd_/),
      object: 'payment_method_domain',
      apple_pay: active,
      domain_name: SHOP,
      enabled: true,
      google_pay: active,
      link: active,
      livemode: false,
    });
    expect(await paymentMethodDomains.create({ domain_name: SHOP })).toMatchObject({ id: domain.id });
    expect((await paymentMethodDomains.list()).data).toHaveLength(1);
  });

  it('can be disabled, validated and found by its name', async () => {
    const { paymentMethodDomains } = stripe;
    const { id } = await paymentMethodDomains.create({ domain_name: SHOP });
    await paymentMethodDomains.create({ domain_name: 'www.example.com' });
    expect(await paymentMethodDomains.update(id, { enabled: false })).toMatchObject({ enabled: false });
    expect(await paymentMethodDomains.validate(id)).toMatchObject({ apple_pay: { status: 'active' } });
    const named = await paymentMethodDomains.list({ domain_name: SHOP });
    expect(named.data).toMatchObject([{ id, enabled: false }]);
    const enabled = await paymentMethodDomains.list({ enabled: true });
    expect(enabled.data).toMatchObject([{ domain_name: 'www.example.com' }]);
    await expectRejection(paymentMethodDomains.retrieve('pmd_unknown'), { code: 'resource_missing' });
  });
});

describe('an Apple Pay domain', () => {
  it('is registered once and can be deleted', async () => {
    const { applePayDomains } = stripe;
    const domain = await applePayDomains.create({ domain_name: SHOP });
    expect(domain).toEqual({
      id: expect.stringMatching(/^apwc_/),
      object: 'apple_pay_domain',
      created: expect.any(Number),
      domain_name: SHOP,
      livemode: false,
    });
    expect(await applePayDomains.create({ domain_name: SHOP })).toEqual(domain);
    expect((await applePayDomains.list({ domain_name: SHOP })).data).toEqual([domain]);
    expect(await applePayDomains.del(domain.id)).toMatchObject({ deleted: true });
    expect((await applePayDomains.list()).data).toEqual([]);
  });
});
