import {
  type EmbeddedStack,
  type EmbeddedStackOptions,
  startEmbeddedStack,
} from '@outharbor/embedded/embedded-stack';
import { afterAll, beforeAll } from 'vitest';
import { API_ENTRY } from '../../scripts/builds.ts';
import type { LoopTarget } from './loop-suite.ts';

export interface EmbeddedTarget extends LoopTarget {
  readonly stack: EmbeddedStack;
}

/**
 * Tests send more requests per minute from one address than a person does, and a busy machine takes longer to
 * answer them than a person would wait.
 */
const PATIENT_API = {
  RATE_LIMIT_PER_MINUTE: '100000',
  STRIPE_TIMEOUT_MS: '60000',
  DATABASE_TIMEOUT_MS: '60000',
  IDENTITY_TIMEOUT_MS: '60000',
};

/** Starts one embedded stack on random ports for the tests of a file. */
export function embeddedTarget(options: EmbeddedStackOptions = {}): () => EmbeddedTarget {
  let stack: EmbeddedStack;
  beforeAll(async () => {
    stack = await startEmbeddedStack({ apiEntry: API_ENTRY, apiEnvironment: PATIENT_API, ...options });
  });
  afterAll(() => stack?.close());
  return () => toTarget(stack);
}

export function toTarget(stack: EmbeddedStack): EmbeddedTarget {
  return {
    stack,
    url: stack.url,
    settle: () => stack.settle(),
    pay: async (sessionId, card) => {
      const { result } = await stack.stripe.pay(sessionId, { card });
      return result === 'complete' ? 'paid' : 'declined';
    },
  };
}
