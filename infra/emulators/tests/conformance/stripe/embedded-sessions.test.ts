import { describe, expect, it } from 'vitest';
import { createSession, findPrice } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectInvalid } from '../../support/stripe/rejection.ts';

const RETURN_URL = 'https://site.test/back?of={CHECKOUT_SESSION_ID}';

describe('an embedded checkout session', () => {
  const { stripe, emulator } = createWorld();

  async function embedded(changes: object) {
    return stripe.checkout.sessions.create({
      mode: 'subscription',
      ui_mode: 'embedded_page',
      line_items: [{ price: await findPrice(stripe), quantity: 1 }],
      ...changes,
    });
  }

  it('has a client secret instead of a URL', async () => {
    const session = await embedded({ return_url: RETURN_URL });
    expect(session).toMatchObject({
      ui_mode: 'embedded_page',
      url: null,
      success_url: null,
      return_url: RETURN_URL,
      redirect_on_completion: 'always',
    });
    expect(session.client_secret).toMatch(new RegExp(`^${session.id}_secret_\\w+$`));
    expect((await createSession(stripe)).client_secret).toBeNull();
  });

  it('is paid through the control port like any other', async () => {
    const { id } = await embedded({ redirect_on_completion: 'never' });
    const { result, session } = await emulator.pay(id, { card: 'visa' });
    expect([result, session.status]).toEqual(['complete', 'complete']);
  });

  it.each([
    [{}, 'return_url'],
    [{ return_url: '/back' }, 'return_url'],
    [{ return_url: RETURN_URL, redirect_on_completion: 'never' }, 'return_url'],
    [{ return_url: RETURN_URL, success_url: RETURN_URL }, 'success_url'],
    [{ return_url: RETURN_URL, cancel_url: RETURN_URL }, 'cancel_url'],
  ])('is rejected with %o', async (changes, param) => {
    await expectInvalid(embedded(changes), param);
  });

  it('can be for elements of the app, which has no page and none of its settings', async () => {
    const ui_mode = 'elements' as const;
    const { id, ...session } = await embedded({ ui_mode, return_url: RETURN_URL });
    expect(session).toMatchObject({ return_url: RETURN_URL, ui_mode, url: null });
    expect(session).not.toHaveProperty('redirect_on_completion');
    const page = await fetch(`${emulator.url}/emulated/stripe/c/pay/${session.client_secret}`);
    expect(await page.text()).not.toContain('<form');
    expect(await emulator.pay(id, { card: 'visa' })).toMatchObject({ result: 'complete' });
    await embedded({ ui_mode, allowed_payment_method_types: ['card'] });
    await expectInvalid(embedded({ ui_mode }), 'return_url');
    await expectInvalid(embedded({ ui_mode, return_url: RETURN_URL, submit_type: 'pay' }), 'submit_type');
  });

  it('requires its ui_mode for a return URL', async () => {
    await expectInvalid(createSession(stripe, { return_url: RETURN_URL }), 'return_url');
  });
});
