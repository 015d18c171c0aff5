import { API_PATHS } from '@outharbor/contract/paths';
import { FIRST } from '@outharbor/contract/testing/plans';
import { bearer, type TestApp } from './test-app.ts';

export const post = (
  { app }: TestApp,
  url: string,
  payload: unknown,
  headers: Record<string, string> = bearer('u'),
) =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

export const book = (test: TestApp, plan: unknown = FIRST.price, uid = 'u') =>
  post(test, API_PATHS.createCheckoutSession, { plan, customerId: uid }, bearer(uid));

export const confirm = (test: TestApp, sessionId: unknown, uid = 'u') =>
  post(test, API_PATHS.confirmPayment, { sessionId, firebaseId: uid }, bearer(uid));

export const readCode = (response: { json(): { error?: { code?: string } } }) => response.json().error?.code;
