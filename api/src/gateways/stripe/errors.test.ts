import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { isAlreadyRefunded, isMissingAtStripe, isRejectedByState, translateStripeError } from './errors.ts';

const { errors } = Stripe;
const raw = (statusCode: number, code?: string) => ({
  message: 'no',
  statusCode,
  type: 'invalid_request_error' as const,
  ...(code && { code }),
});

describe('translateStripeError', () => {
  it.each([
    ['a lost connection', new errors.StripeConnectionError({ ...raw(0), type: 'api_error' }), 503],
    ['too many requests', new errors.StripeRateLimitError({ ...raw(429), type: 'rate_limit_error' }), 503],
    ['an internal Stripe error', new errors.StripeAPIError({ ...raw(500), type: 'api_error' }), 503],
    ['an idempotency key in use', new errors.StripeInvalidRequestError(raw(409)), 503],
    ['a response that is not JSON', new SyntaxError('Unexpected token <'), 503],
    ['a programming error', new URIError('URI malformed'), 500],
    ['an invalid request', new errors.StripeInvalidRequestError(raw(400)), 503],
    [
      'an invalid API key',
      new errors.StripeAuthenticationError({ ...raw(401), type: 'authentication_error' }),
      503,
    ],
  ])('maps %s to the matching status', (_name, error, status) => {
    expect(translateStripeError(error).status).toBe(status);
  });
});

describe('a predicate of Stripe errors', () => {
  it('distinguishes errors by code and status', () => {
    const missing = new errors.StripeInvalidRequestError(raw(404, 'resource_missing'));
    const notOpen = new errors.StripeInvalidRequestError(raw(400));
    const refunded = new errors.StripeInvalidRequestError(raw(400, 'charge_already_refunded'));
    expect([isMissingAtStripe(missing), isMissingAtStripe(notOpen)]).toEqual([true, false]);
    const keyUsed = new errors.StripeIdempotencyError({ ...raw(400), type: 'idempotency_error' });
    expect([notOpen, missing, keyUsed].map(isRejectedByState)).toEqual([true, false, false]);
    expect([isAlreadyRefunded(refunded), isAlreadyRefunded(notOpen)]).toEqual([true, false]);
  });
});
