import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { Closing } from '@outharbor/embedded/closing';
import { type EmbeddedStack, startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { listenOn } from '@outharbor/emulator-kit/listening';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { API_ENTRY } from '../../scripts/builds.ts';
import { newPerson } from '../support/people.ts';
import { registerVisitor } from '../support/sdk-visitor.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const closing = new Closing();
const spans: Span[] = [];
let stack: EmbeddedStack;

beforeAll(async () => {
  const collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const { url } = await listenOn(collector, 0, '127.0.0.1');
  closing.add(Promise.resolve({ close: async () => void collector.close() }));
  const apiEnvironment = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  stack = await closing.add(startEmbeddedStack({ apiEntry: API_ENTRY, apiEnvironment }));
});
afterAll(() => closing.close());

it('sends a purchase as one tree: the request of the browser, and below it the calls to Stripe and Firebase', async () => {
  const visitor = await registerVisitor(stack.url, newPerson());
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const answer = await fetch(`${stack.url}${API_PATHS.createCheckoutSession}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await visitor.user.getIdToken()}`,
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ plan: FIRST.price, customerId: visitor.user.uid }),
  });
  expect(answer.status).toBe(200);
  const ofTrace = () => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => ofTrace().map(({ parentSpanId }) => parentSpanId)).toContain('00f067aa0ba902b7');

  const request = ofTrace().find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
  const calls = ofTrace().filter((span) => span !== request);
  expect(request?.attributes).toContainEqual({
    key: 'request.id',
    value: { stringValue: answer.headers.get('x-request-id') },
  });
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(() => request?.spanId));
  const names = calls.map(({ name }) => name);
  expect(names).toContain('stripe create_checkout_session');
  expect(names.map((name) => name.split(' ', 1)[0])).toEqual(expect.arrayContaining(['database', 'stripe']));
  await visitor.leave();
});

it('traces no health check, such as those at the start', async () => {
  const visitor = await registerVisitor(stack.url, newPerson());
  await visitor.checkOut(FIRST.price);
  const requests = () => spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  await expect.poll(() => requests().length).toBeGreaterThan(0);
  expect(
    requests()
      .map(({ name }) => name)
      .join(),
  ).not.toContain('health');
  await visitor.leave();
});
