import { afterEach, expect } from 'vitest';
import { takeDeviations } from './described-answers.ts';

afterEach(() => {
  expect(takeDeviations(), "answers that deviate from Stripe's description").toEqual([]);
});
