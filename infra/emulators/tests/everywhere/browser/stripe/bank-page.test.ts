import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../../../support/accessibility.ts';
import { hostedWorld } from '../../../support/stripe/hosted-world.ts';

describe('the bank authentication page', () => {
  const hosted = hostedWorld();
  const { stripe, open } = hosted;
  const returnUrl = () => `${hosted.site().origin}/account?tab=cards`;

  const pay = (id?: string) => {
    const card = { payment_method: 'pm_card_authenticationRequired', return_url: returnUrl() };
    return id === undefined
      ? stripe.paymentIntents.create({ amount: 2050, currency: 'eur', confirm: true, ...card })
      : stripe.paymentIntents.confirm(id, card);
  };

  it('fails a payment, which can then be retried and completed', async () => {
    const first = await pay();
    expect(first).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    const failing = await open(first.next_action?.redirect_to_url?.url);
    await failing.getByRole('heading', { name: 'Authenticate your payment' }).waitFor();
    await failing.getByText('card ending in 3184 asks you to confirm €20.50').waitFor();
    expect(await accessibilityViolations(failing)).toEqual([]);
    await failing.getByRole('button', { name: 'Fail' }).click();
    await failing.waitForURL('**/account?**');
    expect(Object.fromEntries(new URL(failing.url()).searchParams)).toEqual({
      tab: 'cards',
      payment_intent: first.id,
      payment_intent_client_secret: first.client_secret,
      redirect_status: 'failed',
    });
    expect(await stripe.paymentIntents.retrieve(first.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: {
        type: 'invalid_request_error',
        code: 'payment_intent_authentication_failure',
        payment_method: { card: { last4: '3184' } },
      },
    });

    const second = await pay(first.id);
    const passing = await open(second.next_action?.redirect_to_url?.url);
    await passing.getByRole('button', { name: 'Complete' }).click();
    await passing.waitForURL('**/account?**redirect_status=succeeded**');
    expect(await stripe.paymentIntents.retrieve(first.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 2050,
    });
    const types = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'payment_intent.requires_action',
        'payment_intent.payment_failed',
        'payment_intent.succeeded',
        'charge.succeeded',
      ]),
    );
  });

  it('saves a card', async () => {
    const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' });
    const intent = await stripe.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      return_url: returnUrl(),
    });
    const page = await open(intent.next_action?.redirect_to_url?.url);
    await page.getByRole('heading', { name: 'Authenticate your card' }).waitFor();
    await page.getByText('card ending in 3155').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.waitForURL('**/account?**');
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('setup_intent')).toBe(intent.id);
    expect(searchParams.get('setup_intent_client_secret')).toBe(intent.client_secret);
    expect(searchParams.get('redirect_status')).toBe('succeeded');
    expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  });
});
