import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createMetrics } from '../metrics/metrics.ts';
import { addErrorHandlers } from './error-handler.ts';
import { addTimeLimit } from './request-rules.ts';

async function answerOver(handlingMs: number) {
  const app = Fastify();
  addErrorHandlers(app, createMetrics());
  addTimeLimit(app, 50);
  app.post('/slow', () => new Promise((resolve) => setTimeout(resolve, handlingMs, { done: true })));
  const url = await app.listen({ port: 0 });
  try {
    return await fetch(`${url}/slow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ some: 'body' }),
    });
  } finally {
    await app.close();
  }
}

it('answers 503 when a handler takes too long, also after the body was read', async () => {
  const answer = await answerOver(300);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
});

it('leaves the answer of a handler in time alone', async () => {
  expect(await (await answerOver(0)).json()).toEqual({ done: true });
});
