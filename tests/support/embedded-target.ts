import {
  type EmbeddedStack,
  type EmbeddedStackOptions,
  startEmbeddedStack,
} from '@outharbor/embedded/embedded-stack';
import { suiteFixture } from '../../infra/emulators/tests/support/suite-fixture.ts';
import { API_ENTRY } from '../../scripts/builds.ts';
import type { LoopTarget } from './loop-suite.ts';
import { PATIENT_API } from './patient-api.ts';

export interface EmbeddedTarget extends LoopTarget {
  readonly stack: EmbeddedStack;
}

/** Tests send more requests per minute from one address than a person does. */
const API = { ...PATIENT_API, RATE_LIMIT_PER_MINUTE: '100000' };

/** Starts one embedded stack on random ports for the tests of a file. */
export function embeddedTarget(options: EmbeddedStackOptions = {}): () => EmbeddedTarget {
  const stack = suiteFixture(() =>
    startEmbeddedStack({ apiEntry: API_ENTRY, apiEnvironment: API, ...options }),
  );
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
