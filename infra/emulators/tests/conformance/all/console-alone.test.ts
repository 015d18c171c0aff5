import { type Emulators, startEmulators } from '@outharbor/emulators';
import { afterEach, expect, it } from 'vitest';

const SERVICES = ['stripe', 'identity', 'database', 'scheduling'] as const;
type Service = (typeof SERVICES)[number];
interface Card {
  readonly id: string;
  readonly lacks: string | null;
}

let running: Emulators | undefined;
afterEach(() => running?.close());

async function startBeside(service: Service) {
  running = await startEmulators({ services: [service, 'console'] });
  const base = `${running.console?.url}/console`;
  const read = async (path: string) => (await fetch(`${base}/${path}`)).json();
  const act = async (action: string, body: object = {}) => {
    const answer = await fetch(`${base}/actions/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, ...((await answer.json()) as { readonly message: string }) };
  };
  return { read, act, emulators: running };
}

async function firstOverview(base: string | undefined) {
  const live = await fetch(`${base}/console/live`);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  const { value = '' } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return JSON.parse(value.slice('data: '.length)) as object;
}

it.each([
  ['stripe', ['checkout-down', 'webhooks-twice'], 'The clocks were advanced by 1 day.'],
  ['identity', ['identity-slow'], 'No emulator with a clock is running.'],
  ['database', ['database-rejects-writes'], 'No emulator with a clock is running.'],
  ['scheduling', ['scheduling-down', 'scheduling-slow'], 'The clocks were advanced by 1 day.'],
] as const)('shows and controls %s alone, and says what is not running', async (service, possible, moved) => {
  const { read, act, emulators } = await startBeside(service);
  const others = SERVICES.filter((each) => each !== service);
  expect(await firstOverview(emulators.console?.url)).toMatchObject({
    services: SERVICES.map((name) => ({
      name,
      ok: name === service,
      detail: name === service ? 'running' : 'This emulator is not running.',
    })),
  });
  expect(await read('lists/requests')).toMatchObject({
    missing: others.map((name) => `${name}: This emulator is not running.`),
  });
  const { scenarios } = (await read('scenarios')) as { scenarios: Card[] };
  expect(scenarios.filter(({ lacks }) => lacks === null).map(({ id }) => id)).toEqual(
    expect.arrayContaining([...possible]),
  );
  expect(scenarios.filter(({ lacks }) => lacks !== null)).not.toEqual([]);
  const { message } = await act('advance', { days: 1, months: 0 });
  expect(message).toBe(moved);
  expect(await act('scenarios/start', { scenario: possible[0], minutes: null })).toMatchObject({
    status: 200,
  });
  expect(await act('scenarios/end-all')).toMatchObject({ status: 200 });
  expect(Object.keys(((await read('state-file')) as { services: object }).services)).toEqual([service]);
  expect(await act('reset')).toMatchObject({ status: 200, message: 'Everything was reset.' });
});

it('renews a customer of Stripe alone', async () => {
  const { read, act, emulators } = await startBeside('stripe');
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${emulators.stripe?.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulators.stripe?.secretKey}` },
      body: new URLSearchParams(form),
    });
    return (await answer.json()) as { readonly id: string };
  };
  const price = await post('prices', {
    currency: 'usd',
    unit_amount: '900',
    'recurring[interval]': 'month',
    'product_data[name]': 'Plan',
  });
  const customer = await post('customers', { email: 'ada@example.com' });
  const card = await post('payment_methods/pm_card_visa/attach', { customer: customer.id });
  await post('subscriptions', {
    customer: customer.id,
    'items[0][price]': price.id,
    default_payment_method: card.id,
  });
  expect(await read('lists/people')).toMatchObject({ rows: [{ email: 'ada@example.com', state: 'active' }] });
  expect(await act('people/scenario', { scenario: 'renew-now', person: customer.id })).toMatchObject({
    status: 200,
    message: 'Renew now: ada@example.com.',
  });
  expect(await read('lists/payments?filter=invoice')).toMatchObject({ total: 2 });
});

it('adds an account to identity alone, and names what people with a plan need', async () => {
  const { read, act } = await startBeside('identity');
  const people = [{ email: 'bob@example.com', situation: 'verified' }];
  expect(await act('people/add', { people })).toMatchObject({ status: 200 });
  expect(await act('people/add-ready')).toMatchObject({
    status: 400,
    message: 'Not running, but needed by these people: stripe, scheduling.',
  });
  expect(await read('lists/people')).toMatchObject({ total: 1, rows: [{ email: 'bob@example.com' }] });
});

it('forgets the requests too when it resets, so that a new account with an old address has none', async () => {
  const { read, act, emulators } = await startBeside('identity');
  const body = JSON.stringify({ email: 'eve@example.com', password: 'correct horse' });
  const accounts = `${emulators.identity?.url}/identitytoolkit.googleapis.com/v1/accounts`;
  for (const _time of ['first', 'again']) {
    await fetch(`${accounts}:signUp?key=any`, { method: 'POST', body });
    // A list that opens has what has just happened.
    expect(await read('lists/requests')).toMatchObject({ total: 1 });
    expect(await act('reset')).toMatchObject({ status: 200 });
    expect(await read('lists/requests')).toMatchObject({ total: 0 });
  }
});

it('keeps the requests in a file of the state if asked, and brings them back with their numbers', async () => {
  const { read, act, emulators } = await startBeside('stripe');
  const ask = () =>
    fetch(`${emulators.stripe?.url}/v1/customers/cus_none`, {
      headers: { authorization: 'Bearer sk_test_emulated' },
    });
  await ask();
  const logged = await read('requests/stripe-1');
  expect(logged).toMatchObject({ method: 'GET', reason: expect.stringContaining('No such customer') });
  expect(await read('state-file')).not.toHaveProperty('requests');
  const file = (await read('state-file?requests=yes')) as { readonly requests: object };
  expect(JSON.stringify(file.requests)).not.toContain('sk_test_emulated');
  const damaged = { ...file, requests: { stripe: [{ id: 1 }] } };
  expect(await act('state/load', damaged)).toMatchObject({
    status: 400,
    message: expect.stringContaining('requests.stripe.0.url must be a string'),
  });
  for (const stack of [emulators, await startEmulators({ services: ['stripe', 'console'] })]) {
    await stack.reset();
    const said = stack === emulators ? (await act('state/load', file)).message : await stack.loadState(file);
    expect(said).toContain('The requests are those of the file: 1.');
    const found = await fetch(`${stack.console?.url}/console/requests/stripe-1`);
    expect(await found.json()).toEqual(logged);
    if (stack !== emulators) await stack.close();
  }
  await ask();
  expect(await read('lists/requests')).toMatchObject({ rows: [{ id: 'stripe-2' }, { id: 'stripe-1' }] });
});
