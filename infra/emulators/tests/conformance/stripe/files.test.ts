import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createStripeClient } from '../../support/stripe/client.ts';
import { createWorld } from '../../support/stripe/forms.ts';
import { listEvents } from '../../support/stripe/list-events.ts';
import { payByCard } from '../../support/stripe/payer.ts';
import { expectInvalid, expectRejection } from '../../support/stripe/rejection.ts';

const world = createWorld();
const { stripe, emulator } = world;
const BYTES = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);

const upload = (
  more: Partial<Stripe.FileCreateParams> = {},
  options: Stripe.RequestOptions = {},
  { files } = stripe,
) =>
  files.create(
    { purpose: 'dispute_evidence', file: { data: BYTES, name: 'slip.png', type: 'image/png' }, ...more },
    options,
  );

const named = (name: string, type = 'application/octet-stream', data = BYTES) => ({
  file: { data, name, type },
});

/** Downloads what is at an address of the hosted pages. */
function download(address: string | null, headers: Record<string, string> = {}): Promise<Response> {
  const { pathname } = new URL(address ?? '');
  return fetch(`${emulator.url}${pathname}`, { headers });
}

const AUTHORIZED = { authorization: 'Bearer sk_test_emulated' };

describe('an uploaded file', () => {
  it('is kept with its name, size and type', async () => {
    const { lastResponse: _, ...file } = await upload();
    expect(file).toMatchObject({
      id: expect.stringMatching(/^file_/),
      expires_at: file.created + 270 * 86_400,
      filename: 'slip.png',
      links: { data: [] },
      purpose: 'dispute_evidence',
      size: BYTES.length,
      type: 'png',
    });
    expect(await stripe.files.retrieve(file.id, { expand: ['links'] })).toEqual(file);
    expect(await listEvents(world, file.id)).toEqual(['file.created']);
  });

  it('is listed by its purpose', async () => {
    const { files } = stripe;
    const { id } = await upload();
    const logo = await upload({ purpose: 'business_logo' });
    expect(logo.expires_at).toBeNull();
    expect(await files.list()).toMatchObject({ data: [{ id: logo.id }, { id }] });
    expect(await files.list({ purpose: 'dispute_evidence' })).toMatchObject({ data: [{ id }] });
  });

  it('is downloaded with the secret key until it expires', async () => {
    const { id, url } = await upload();
    const answer = await download(url, AUTHORIZED);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''slip.png");
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(BYTES);
    expect((await download(url)).status).toBe(401);
    expect((await download(url, { authorization: 'Bearer pk_test_emulated' })).status).toBe(401);
    expect((await download(url, { authorization: 'Bearer sk_live_emulated' })).status).toBe(404);
    await emulator.advanceTime({ days: 270 });
    expect((await download(url, AUTHORIZED)).status).toBe(404);
    await expectInvalid(stripe.fileLinks.create({ file: id }), 'file');
  });

  it('is downloaded with a restricted key that may read files', async () => {
    const { url } = await upload();
    await emulator.configure({
      apiKeys: [{ key: 'rk_test_reads', permissions: ['file_read'] }, { key: 'rk_test_pays' }],
    });
    expect((await download(url, { authorization: 'Bearer rk_test_reads' })).status).toBe(200);
    expect((await download(url, { authorization: 'Bearer rk_test_pays' })).status).toBe(403);
  });

  it('has the type of its name if the request does not tell', async () => {
    expect(await upload(named('Receipt 1.JPEG'))).toMatchObject({ type: 'jpg', filename: 'Receipt 1.JPEG' });
    const identity = await upload({ purpose: 'identity_document', ...named('pass.pdf') });
    expect(identity).toMatchObject({ type: 'pdf', url: null });
  });

  it.each([
    ['nothing in it', named('slip.png', 'image/png', new Uint8Array())],
    ['another type', named('slip.gif')],
    ['too many bytes', named('slip.png', 'image/png', new Uint8Array(5 * 1024 * 1024 + 1))],
  ])('is rejected with %s', async (_what, more) => {
    await expectInvalid(upload(more), 'file');
    expect(await stripe.files.list()).toMatchObject({ data: [] });
  });

  it('is rejected for an unknown purpose, and not supported for those of card readers', async () => {
    const purpose = (value: string) => upload({ purpose: value });
    await expectInvalid(purpose('homework'), 'purpose');
    await expectRejection(purpose('terminal_reader_splashscreen'), { statusCode: 501 });
  });

  it('is uploaded once per idempotency key', async () => {
    const options = { idempotencyKey: 'slip' };
    const { id } = await upload({}, options);
    expect(await upload({}, options)).toMatchObject({ id });
    await expectRejection(upload(named('other.png'), options), { rawType: 'idempotency_error' });
  });

  it('can be uploaded with a publishable key, but then without a link', async () => {
    const page = createStripeClient(emulator, {}, 'pk_test_emulated');
    expect(await upload({}, {}, page)).toMatchObject({ object: 'file' });
    await expectRejection(upload({ file_link_data: { create: true } }, {}, page), { statusCode: 401 });
  });

  it('is in its own multipart request', async () => {
    const { url } = emulator;
    const post = (path: string, body: FormData | URLSearchParams | string, headers = {}) =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { ...AUTHORIZED, ...headers } });
    const form = new FormData();
    form.append('name', 'Ada');
    expect((await post('/v1/customers', form)).status).toBe(400);
    const long = await post('/v1/customers', new URLSearchParams({ name: 'x'.repeat(2 ** 20) }));
    expect([long.status, await long.json()]).toMatchObject([
      413,
      { error: { type: 'invalid_request_error' } },
    ]);
    const plain = new URLSearchParams({ purpose: 'dispute_evidence', file: 'slip' });
    const broken = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const answer of [await post('/v1/files', plain), await post('/v1/files', '--y', broken)]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    }
  });
});

describe('a link to a file', () => {
  it('is public until it expires', async () => {
    const { fileLinks, files } = stripe;
    const { id: file } = await upload();
    const link = await fileLinks.create({ file, metadata: { for: 'the bank' } });
    expect(link).toMatchObject({ expired: false, expires_at: null, file, metadata: { for: 'the bank' } });
    expect(new Uint8Array(await (await download(link.url)).arrayBuffer())).toEqual(BYTES);
    expect(await files.retrieve(file)).toMatchObject({ links: { data: [{ id: link.id }] } });
    expect(await fileLinks.retrieve(link.id, { expand: ['file'] })).toMatchObject({ file: { id: file } });
    const later = link.created + 3600;
    expect(await fileLinks.update(link.id, { expires_at: later })).toMatchObject({ expires_at: later });
    expect(await fileLinks.update(link.id, { expires_at: '' })).toMatchObject({ expires_at: null });
    expect(await fileLinks.update(link.id, { expires_at: 'now' })).toMatchObject({ expired: true });
    expect((await download(link.url)).status).toBe(404);
    await expectRejection(fileLinks.update(link.id, { metadata: { a: 1 } }), { statusCode: 400 });
  });

  it('can come with the file', async () => {
    const { created, links } = await upload({
      file_link_data: { create: true, expires_at: (await emulator.now()) + 60, metadata: { a: '1' } },
    });
    expect(links?.data).toMatchObject([{ expired: false, metadata: { a: '1' } }]);
    expect(links?.data[0]?.expires_at).toBeGreaterThan(created);
    expect(await upload({ file_link_data: { create: false } })).toMatchObject({ links: { data: [] } });
  });

  it('is listed by its file and by whether it has expired', async () => {
    const { fileLinks } = stripe;
    const [one, other] = [await upload(), await upload()];
    const kept = await fileLinks.create({ file: one.id });
    const ended = await fileLinks.create({ file: other.id, expires_at: (await emulator.now()) + 60 });
    await emulator.advanceTime({ minutes: 2 });
    expect(await fileLinks.list()).toMatchObject({ data: [{ id: ended.id }, { id: kept.id }] });
    expect(await fileLinks.list({ file: one.id })).toMatchObject({ data: [{ id: kept.id }] });
    expect(await fileLinks.list({ expired: true })).toMatchObject({ data: [{ id: ended.id }] });
    expect(await fileLinks.list({ expired: false })).toMatchObject({ data: [{ id: kept.id }] });
  });

  it('needs a file that may be shown, and a future expiry', async () => {
    const { fileLinks } = stripe;
    const { id: identity } = await upload({ purpose: 'identity_document' });
    const { id: file } = await upload();
    await expectInvalid(fileLinks.create({ file: identity }), 'file');
    await expectRejection(fileLinks.create({ file: 'file_none' }), {
      ...{ statusCode: 400, code: 'resource_missing', param: 'file' },
    });
    await expectInvalid(fileLinks.create({ file, expires_at: 1 }), 'expires_at');
    const past = upload({ file_link_data: { create: true, expires_at: 1 } });
    await expectInvalid(past, 'file_link_data[expires_at]');
  });
});

describe('a file as evidence', () => {
  async function disputed() {
    await payByCard(stripe, 1200, { payment_method: 'pm_card_createDispute' });
    const [dispute] = (await stripe.disputes.list()).data;
    return String(dispute?.id);
  }

  it('is part of a dispute', async () => {
    const { disputes } = stripe;
    const id = await disputed();
    const { id: receipt } = await upload();
    const { id: customer_signature } = await upload({ purpose: 'customer_signature' });
    const expand = ['evidence.receipt', 'evidence.customer_signature'];
    const answered = await disputes.update(id, { evidence: { receipt, customer_signature }, expand });
    expect(answered).toMatchObject({
      status: 'under_review',
      evidence: { receipt: { id: receipt, object: 'file' }, customer_signature: { id: customer_signature } },
      evidence_details: { has_evidence: true },
    });
    expect(await disputes.retrieve(id)).toMatchObject({ evidence: { receipt, customer_signature } });
  });

  it('is rejected if it is missing, or was uploaded for another purpose', async () => {
    const { disputes } = stripe;
    const id = await disputed();
    const { id: logo } = await upload({ purpose: 'business_logo' });
    const { id: signature } = await upload({ purpose: 'customer_signature' });
    const rejected = { statusCode: 400, param: 'evidence[receipt]' };
    for (const receipt of ['file_none', logo, signature]) {
      await expectRejection(disputes.update(id, { evidence: { receipt } }), rejected);
    }
    expect(await disputes.retrieve(id)).toMatchObject({
      status: 'needs_response',
      evidence: { receipt: null },
    });
  });
});
