import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['api/src/{checkout,subscriptions,webhooks}/*.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
});
