import { describe, expect, it } from 'vitest';
import { CARD } from '../../support/stripe/card-form.ts';
import { createSession, subscribe } from '../../support/stripe/checkout.ts';
import { createWorld } from '../../support/stripe/forms.ts';

describe('a page without JavaScript', () => {
  const world = createWorld();
  const { stripe, emulator } = world;

  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });

  async function sessionPage(): Promise<{ id: string; url: string }> {
    const { id, url } = await createSession(stripe);
    return { id, url: String(url) };
  }

  it.each([
    ['4242424242424242', '123'],
    ['5555555555554444', '123'],
    ['378282246310005', '1234'],
    ['6011111111111117', '123'],
    ['4000056655665556', '123'],
    ['4000000000000341', '123'],
  ])('accepts %s and redirects to the success URL with the session ID', async (card_number, cvc) => {
    const { id, url } = await sessionPage();
    const answer = await post(url, { ...CARD, card_number, cvc });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://site.test/success?session=${id}`,
    ]);
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' });
  });

  it('leaves an encoded placeholder unchanged', async () => {
    const success_url = 'https://site.test/success?session=%7BCHECKOUT_SESSION_ID%7D';
    const { url } = await createSession(stripe, { success_url });
    expect((await post(String(url), CARD)).headers.get('location')).toBe(success_url);
  });

  it('shows the form again after a decline, with the reason and without the card', async () => {
    const { url } = await sessionPage();
    const answer = await post(url, { ...CARD, card_number: '4000000000000002' });
    expect(answer.headers.get('location')).toBe(new URL(url).pathname);
    const page = await fetch(url).then((response) => response.text());
    expect(page).toContain('Your card was declined.');
    expect(page).not.toMatch(/name="card_number"[^>]*value="[^"]/);
  });

  it('neither stores nor repeats a number that is not a test card', async () => {
    const { url } = await sessionPage();
    const page = await post(url, { ...CARD, card_number: '4539578763621486' }).then((answer) =>
      answer.text(),
    );
    expect(page).toContain('Please do not enter a real card: use a test card.');
    expect(page).not.toContain('4539578763621486');
    const everything = JSON.stringify([await emulator.state(), await emulator.deliveries()]);
    expect(everything).not.toContain('4539578763621486');
  });

  it('escapes user input', async () => {
    const { url } = await sessionPage();
    const page = await post(url, { ...CARD, cvc: '', name: '"><script>alert(1)</script>' }).then((answer) =>
      answer.text(),
    );
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
    expect(page).not.toContain('<script>alert');
  });

  it('rejects a form from another site', async () => {
    const { id, url } = await sessionPage();
    for (const headers of [{ origin: 'https://elsewhere.test' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect((await post(url, CARD, headers)).status).toBe(403);
    }
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' });
  });

  it('contains nothing inline, and can be neither cached nor framed', async () => {
    const { url } = await sessionPage();
    const answer = await fetch(url);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const page = await answer.text();
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style="|\son\w+="/);
    const scripts = [...page.matchAll(/src="([^"]+)"/g)].map(([, path]) => new URL(String(path), url));
    for (const script of scripts) {
      expect((await fetch(script)).headers.get('content-type')).toContain('text/javascript');
    }
  });

  it('rejects actions on the subscription of another customer', async () => {
    const own = await subscribe(world);
    const other = await subscribe(world);
    const { url } = await stripe.billingPortal.sessions.create({ customer: own.customer });
    await post(`${url}/cancel/${other.subscription}`, { when: 'now' });
    expect(await stripe.subscriptions.retrieve(other.subscription)).toMatchObject({ status: 'active' });
    expect((await fetch(`${url}x`)).status).toBe(404);
  });
});
