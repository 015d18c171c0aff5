import { expect, it } from 'vitest';
import { startEmulators } from '../start-emulators.ts';
import { sdkLines } from './sdk-lines.ts';

it('prints the keys and the project of the config', async () => {
  const config = { projectId: 'demo-shop', stripe: { secretKey: 'sk_test_shop' } };
  const emulators = await startEmulators({ services: ['stripe', 'database'], config });
  try {
    const lines = sdkLines(emulators, config);
    expect(lines).toContain(
      `new Stripe('sk_test_shop', { host: '127.0.0.1', port: ${emulators.stripe?.port}`,
    );
    expect(lines).toContain(`Key    sk_test_${'shop'.repeat(6)} for a client that checks`);
    expect(lines).toContain('database https://demo-shop-default-rtdb.firebaseio.com');
    expect(lines, 'Go takes no number for a host').toContain(
      `Go     FIREBASE_DATABASE_EMULATOR_HOST=localhost:${emulators.database?.port}?ns=demo-shop-default-rtdb`,
    );
    expect(lines).not.toContain('sk_test_emulated');
  } finally {
    await emulators.close();
  }
});
