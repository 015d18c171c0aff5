import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { STRIPE_MOCK_VERSION } from '../infra/emulators/tests/support/stripe/stripe-mock-binary.ts';

it('the stack runs the release of stripe-mock whose description the emulator and its tests use', () => {
  const text = readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8');
  const { services }: { services: Record<string, { readonly image: string }> } = parse(text, { merge: true });
  expect(services['stripe-mock']?.image).toMatch(`stripe/stripe-mock:${STRIPE_MOCK_VERSION}`);
});
