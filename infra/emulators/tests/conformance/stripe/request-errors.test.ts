import { describe, expect, it } from 'vitest';
import { createWorld } from '../../support/stripe/forms.ts';
import { expectError, rawApi, send } from '../../support/stripe/raw-api.ts';

const world = createWorld();
const { emulator } = world;

describe('a key in an error', () => {
  const messageFor = async (headers: Record<string, string>) => {
    const response = await fetch(`${emulator.url}/v1/customers`, { headers });
    const { error } = (await response.json()) as { error: { message: string } };
    return error.message;
  };

  // Source: stripe/stripe-terminal-react-native issue 1058.
  it('is asked for with both links if it is missing', async () => {
    expect(await messageFor({})).toMatch(
      /'Authorization: Bearer YOUR_SECRET_KEY'\)\. See https:\/\/stripe\.com\/docs\/api#authentication for details, or we can help at https:\/\/support\.stripe\.com\/\.$/,
    );
  });

  // Source: tests/Stripe/ApiRequestorTest.php of stripe/stripe-php (a key of 32 characters has 20 stars).
  it('has a star for each character that is hidden', async () => {
    const wrong = `sk_test_${'x'.repeat(20)}1234`;
    const hidden = `sk_test_${'*'.repeat(20)}1234`;
    expect(await messageFor({ authorization: `Bearer ${wrong}` })).toBe(
      `Invalid API Key provided: ${hidden}`,
    );
    const authorization = `Bearer ${emulator.secretKey}`;
    expect(await messageFor({ authorization, 'stripe-account': 'acct_1' })).toMatch(
      /^The provided key 'sk_test_\*{4}ated' does not have access to account 'acct_1'/,
    );
  });
});

describe('a body that is no form', () => {
  it.each(['', 'application/json'])('is rejected: of the type "%s"', async (type) => {
    const headers = { 'content-type': type };
    const response = await send(world, 'POST', '/v1/customers', '{"name":"Ada"}', headers);
    const { error } = (await response.json()) as { error: object };
    expect([response.status, error]).toMatchObject([
      400,
      { message: expect.stringMatching(/^Invalid request \(check that your POST content type/) },
    ]);
  });
});

describe('an empty id in a path', () => {
  // Source: 'Unrecognized request URL (POST: /v1/payment_intents//confirm). If you are trying to list objects, …',
  // which several public programs compare answers with.
  it.each([
    ['POST', 'payment_intents//confirm'],
    ['POST', 'invoices//pay'],
    ['GET', 'customers//sources'],
    ['GET', 'checkout/sessions/'],
    ['DELETE', 'subscriptions//discount'],
  ])('is no missing object: %s %s', async (method, path) => {
    const response = await send(world, method, `/v1/${path}`);
    const { error } = (await response.json()) as { error: object };
    expect([response.status, error]).toMatchObject([
      404,
      {
        type: 'invalid_request_error',
        message: expect.stringContaining(
          `Unrecognized request URL (${method}: /v1/${path}). If you are trying to list objects, remove the trailing slash.`,
        ),
      },
    ]);
    expect(error).not.toHaveProperty('code');
  });
});

describe('an object or a list where a text belongs', () => {
  // Source: published notes of requests to a sandbox quote the answer to a list as a customer's name.
  it.each([
    [{ name: ['Ada', 'Grace'] }, 'name', '{"0":"Ada","1":"Grace"}'],
    [{ email: { home: 'ada@example.com' } }, 'email', '{"home":"ada@example.com"}'],
  ])('is repeated: %j', async (params, param, written) => {
    await expectError(rawApi(world).post('customers', params), 400, {
      message: `Invalid string: ${written}`,
      param,
    });
  });
});

describe('an unknown parameter', () => {
  // Sources: stripe/stripe-cli issue 1115 (trial_from_plan, trial_period_days; `param` is the first), mage2pro/stripe issue 68.
  it('is named together with others', async () => {
    await expectError(rawApi(world).post('customers', { quantity: 1, trial_end: 'now' }), 400, {
      code: 'parameter_unknown',
      message: 'Received unknown parameters: quantity, trial_end',
      param: 'quantity',
    });
  });

  // Sources: stripe/stripe-react-native issue 874 (customers), solspace/craft-freeform pull request 2133
  // (payment_method_configuration), and 'items[0][price_data][product_data]. Did you mean product?' in many programs.
  it.each([
    ['payment_intents', { amount: 500, currency: 'usd', customers: 'cus_1' }, 'customers', 'customer'],
    ['prices', { currency: 'usd', recuring: { interval: 'month' } }, 'recuring', 'recurring'],
    ['checkout/sessions', { mode: 'payment', line_item: [{ price: 'price_1' }] }, 'line_item', 'line_items'],
    [
      'subscriptions',
      { customer: 'cus_1', payment_method_configuration: 'pmc_1' },
      'payment_method_configuration',
      'payment_behavior',
    ],
    [
      'subscriptions',
      { customer: 'cus_1', items: [{ price_data: { currency: 'usd', product_data: { name: 'A' } } }] },
      'items[0][price_data][product_data]',
      'product',
    ],
  ])('leads to the name that is most like it: %s %j', async (path, params, param, meant) => {
    await expectError(rawApi(world).post(path, params), 400, {
      code: 'parameter_unknown',
      message: `Received unknown parameter: ${param}. Did you mean ${meant}?`,
      param,
    });
  });

  // Sources: stripe/stripe-node issues 429 (name) and 1009 (object), vizhub-studio/vizhub issue 333.
  it.each([
    ['payment_intents', { amount: 500, currency: 'usd', name: 'Ada' }, 'name'],
    ['subscriptions', { customer: 'cus_1', object: 'subscription' }, 'object'],
    ['checkout/sessions', { mode: 'subscription', trial_period_days: 7 }, 'trial_period_days'],
  ])('leads to nothing if no name is like it: %s %j', async (path, params, param) => {
    const message = `Received unknown parameter: ${param}`;
    await expectError(rawApi(world).post(path, params), 400, { message, param });
  });

  it('comes before one that is only unsupported here', async () => {
    const payment = { amount: 500, currency: 'usd', mandate: 'mandate_1', colour: 'red' };
    await expectError(rawApi(world).post('payment_intents', payment), 400, {
      message: 'Received unknown parameter: colour',
      param: 'colour',
    });
  });
});

describe('a path', () => {
  const { get, post } = rawApi(world);

  it.each([
    ['of a customer', 'customer', (id: string) => get(`customers/${id}`)],
    ['of a call', 'payment_intent', (id: string) => post(`payment_intents/${id}/cancel`)],
  ])('%s may have an id of any length', async (_, kind, call) => {
    const id = `x_${'9'.repeat(4000)}`;
    await expectError(call(id), 404, { code: 'resource_missing', message: `No such ${kind}: '${id}'` });
  });

  it.each(['customers/%zz', 'invoices/%E0%A4%A/pay'])(
    'is rejected if it cannot be decoded: %s',
    async (path) => {
      await expectError(get(path), 400, {
        type: 'invalid_request_error',
        message: `The URL /v1/${path} is not encoded properly.`,
      });
    },
  );
});
