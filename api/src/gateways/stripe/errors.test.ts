import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { isAlreadyRefunded, isMissingAtStripe, isRefusedByState, translateStripeError } from './errors.ts';

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
    ['a fault of Stripe', new errors.StripeAPIError({ ...raw(500), type: 'api_error' }), 503],
    ['a key that is locked by another call', new errors.StripeInvalidRequestError(raw(409)), 503],
    ['an answer that is no JSON', new SyntaxError('Unexpected token <'), 503],
    ['a refusal of what we sent', new errors.StripeInvalidRequestError(raw(400)), 500],
    ['a wrong key', new errors.StripeAuthenticationError({ ...raw(401), type: 'authentication_error' }), 500],
  ])('makes %s a %s', (_name, error, status) => {
    expect(translateStripeError(error).status).toBe(status);
  });
});

describe('what Stripe refuses', () => {
  it('is told apart by code and status', () => {
    const missing = new errors.StripeInvalidRequestError(raw(404, 'resource_missing'));
    const notOpen = new errors.StripeInvalidRequestError(raw(400));
    const refunded = new errors.StripeInvalidRequestError(raw(400, 'charge_already_refunded'));
    expect([isMissingAtStripe(missing), isMissingAtStripe(notOpen)]).toEqual([true, false]);
    expect([isRefusedByState(notOpen), isRefusedByState(missing)]).toEqual([true, false]);
    expect([isAlreadyRefunded(refunded), isAlreadyRefunded(notOpen)]).toEqual([true, false]);
  });
});
