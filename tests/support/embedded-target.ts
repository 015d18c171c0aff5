import {
  type EmbeddedStack,
  type EmbeddedStackOptions,
  startEmbeddedStack,
} from '@outharbor/embedded/embedded-stack';
import { afterAll, beforeAll } from 'vitest';
import type { LoopTarget } from './loop-suite.ts';

export interface EmbeddedTarget extends LoopTarget {
  readonly stack: EmbeddedStack;
}

/** A test asks more in a minute than a person, from one address. */
const UNHURRIED = { RATE_LIMIT_PER_MINUTE: '100000' };

/** One embedded stack for the tests of a file, on random ports. */
export function embeddedTarget(options: EmbeddedStackOptions = {}): () => EmbeddedTarget {
  let stack: EmbeddedStack;
  beforeAll(async () => {
    stack = await startEmbeddedStack({ apiEnvironment: UNHURRIED, ...options });
  });
  afterAll(() => stack?.close());
  return () => targetOf(stack);
}

export function targetOf(stack: EmbeddedStack): EmbeddedTarget {
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
