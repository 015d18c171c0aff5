import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { compareRecording } from '@outharbor/stripe-emulator/recording/compare-recording';
import { startRecordingProxy } from '@outharbor/stripe-emulator/recording/recording-proxy';
import type Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSession, newPrice } from '../../support/stripe/checkout.ts';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectRejection, readRejection } from '../../support/stripe/rejection.ts';
import { suiteFixture } from '../../support/suite-fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// The emulator stands in for the real Stripe.
const world = createWorld();
const folder = suiteFixture(temporaryFolder);
const fileNamed = (name: string) => join(folder.path, name);

async function recorded(
  name: string,
  work: (stripe: Stripe) => Promise<unknown>,
  upstream = world.emulator.url,
) {
  const file = fileNamed(`${name}.json`);
  const proxy = await startRecordingProxy({ file, upstream });
  try {
    await work(createStripeClient(proxy));
  } finally {
    await proxy.close();
  }
  return file;
}

const ADA = {
  email: 'ada@lovelace.example',
  name: 'Ada Lovelace',
  phone: '+442071234567',
  address: { line1: '12 St James Square', city: 'London', country: 'GB', postal_code: 'SW1Y 4JH' },
  metadata: { internal_note: 'pays in gold' },
};

describe('a recording', () => {
  it('holds no key, secret or personal detail', async () => {
    await world.emulator.planDeliveries({ hold: true });
    const file = await recorded('personal', async (stripe) => {
      const { id: customer } = await stripe.customers.create(ADA);
      await stripe.customers.list({ email: ADA.email });
      await stripe.setupIntents.create({ customer });
      await stripe.webhookEndpoints.create({
        url: 'https://site.test/hook?token=abc',
        enabled_events: ['*'],
      });
      await stripe.invoices.create({ customer });
    });
    const content = await readFile(file, 'utf8');
    for (const personal of [
      'sk_test',
      'whsec_',
      'lovelace',
      'Lovelace',
      '442071234567',
      'St James',
      'SW1Y',
      'gold',
      'token=abc',
    ]) {
      expect(content).not.toContain(personal);
    }
    expect(content).toMatch(/seti_\w+_secret_redacted/);
    expect(content).toContain('"country":"GB"');
    expect((await compareRecording(file)).differences).toEqual([]);
  });

  it('is rejected for a live key, which is never sent on', async () => {
    const calls = await world.emulator.counters();
    const file = fileNamed('live.json');
    const proxy = await startRecordingProxy({ file, upstream: world.emulator.url });
    try {
      for (const key of ['sk_live_emulated', 'rk_live_emulated', 'pk_test_emulated']) {
        await expectRejection(createStripeClient(proxy, {}, key).customers.list(), {
          statusCode: 403,
          message: expect.stringContaining('test key'),
        });
      }
    } finally {
      await proxy.close();
    }
    expect(await world.emulator.counters()).toEqual(calls);
  });

  it('shows in words what the emulator answers differently', async () => {
    const file = await recorded('drifted', async (stripe) => {
      const { id } = await stripe.customers.create(ADA);
      await stripe.customers.retrieve(id);
      await readRejection(stripe.customers.retrieve('cus_none00000'));
    });
    const content = await readFile(file, 'utf8');
    const drifted = content
      .replace('"tax_exempt":"none"', '"tax_exempt":"exempt"')
      .replace('"balance":0,', '"balance":0,"loyalty":null,')
      .replace('"status":404', '"status":410');
    await writeFile(file, drifted);
    const { differences, text: words } = await compareRecording(file);
    expect(differences.map(({ exchange, difference }) => [exchange, difference])).toEqual([
      [0, 'customer.loyalty is missing here'],
      [0, 'customer.tax_exempt is "exempt" at Stripe and "none" here'],
      [
        2,
        "Stripe answers 410 (No such customer: 'cus_none00000'), the emulator 404 (No such customer: 'cus_none00000')",
      ],
    ]);
    expect(words).toContain('customer.loyalty is missing here: POST /v1/customers (#0)');
    expect(words).toContain('1 of 3 answers are the same.');
  });

  it('names every fault of an upstream, and says why one cannot be reached', async () => {
    // Between the proxy and the emulator that stands in for Stripe.
    const faulty = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '', world.emulator.url);
      const answer = await fetch(world.emulator.url + request.url, {
        method: request.method ?? '',
        headers: ['authorization', 'content-type'].map((name) => [name, String(request.headers[name])]),
        ...(request.method === 'POST' && { body: await text(request) }),
      });
      const body = (await answer.text())
        .replace(/"livemode": ?false/, '"livemode":"no"')
        .replace(pathname === '/v1/products' ? /"active": ?true,/ : /$^/, '');
      response.writeHead(pathname === '/v1/coupons' ? 201 : answer.status).end(body);
    }).listen(0);
    onTestFinished(() => void faulty.close());
    const upstream = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`;
    const work = async (stripe: Stripe) => {
      await stripe.products.create({ name: 'Tea' });
      await stripe.coupons.create({ percent_off: 10, duration: 'once' });
    };
    const { differences } = await compareRecording(await recorded('faulty', work, upstream));
    expect(differences.map(({ difference }) => difference)).toEqual([
      'product.livemode is "no" at Stripe and false here',
      'product.active does not exist at Stripe',
      'Stripe answers 201, the emulator 200',
    ]);
    faulty.closeAllConnections();
    await promisify(faulty.close.bind(faulty))();
    await expectRejection(recorded('gone', work, upstream), {
      statusCode: 502,
      message: expect.stringContaining(`${upstream} could not be reached: connect ECONNREFUSED`),
    });
  });

  it('leaves out calls about objects that it did not create', async () => {
    const { id } = await world.stripe.customers.create(ADA);
    const file = await recorded('partial', (stripe) => stripe.customers.retrieve(id));
    expect(await compareRecording(file)).toMatchObject({ differences: [], exchanges: 1, unreached: 1 });
  });

  it('uses the prices that the account had', async () => {
    const existing = { currency: 'eur', product_data: { name: 'Existing' } };
    const line_items = [{ price: await newPrice(world.stripe, 700, existing), quantity: 2 }];
    const file = await recorded('prices', (stripe) =>
      createSession(stripe, { mode: 'payment', line_items, expand: ['line_items'] }),
    );
    const { differences, unreached } = await compareRecording(file);
    expect(unreached).toBe(0);
    expect(differences.map(({ difference }) => difference)).toEqual([
      'item.description is "Existing" at Stripe and "Seeded" here',
    ]);
  });
});
