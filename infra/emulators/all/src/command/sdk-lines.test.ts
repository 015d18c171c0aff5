import { expect, it, onTestFinished } from 'vitest';
import { startEmulators } from '../start-emulators.ts';
import { sdkLines } from './sdk-lines.ts';

it('prints the configured keys and project', async () => {
  const config = { projectId: 'demo-shop', stripe: { secretKey: 'sk_test_shop' } };
  const emulators = await startEmulators({ services: ['stripe', 'database'], config });
  onTestFinished(() => emulators.close());
  const lines = sdkLines(emulators, config);
  expect(lines).toContain(`new Stripe('sk_test_shop', { host: '127.0.0.1', port: ${emulators.stripe.port}`);
  expect(lines).toContain(`Key    sk_test_${'shop'.repeat(6)} for clients that check`);
  expect(lines).toContain('database https://demo-shop-default-rtdb.firebaseio.com');
  expect(lines, 'the Go SDK rejects an IP address').toContain(
    `Go     FIREBASE_DATABASE_EMULATOR_HOST=localhost:${emulators.database.port}?ns=demo-shop-default-rtdb`,
  );
  expect(lines).not.toContain('sk_test_emulated');
});
