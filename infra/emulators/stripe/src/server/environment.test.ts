import { describe, expect, it } from 'vitest';
import { optionsFromEnvironment } from './environment.ts';

describe('optionsFromEnvironment', () => {
  it('returns only the options that are set', () => {
    const environment = {
      HOST: '0.0.0.0',
      PORT: '12111',
      CONTROL_PORT: '12112',
      PUBLIC_URL: 'http://localhost:8080',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_ACCOUNT_NAME: 'Fennlake',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      WEBHOOK_URL: 'http://api/hook',
      STRIPE_MOCK_URL: '',
      STRIPE_EVENT_DAYS: '0',
      OTHER: 'x',
    };
    expect(optionsFromEnvironment(environment)).toEqual({
      host: '0.0.0.0',
      port: 12_111,
      controlPort: 12_112,
      publicUrl: 'http://localhost:8080',
      secretKey: 'sk_test_x',
      accountName: 'Fennlake',
      eventDays: null,
      webhookEndpoints: [{ url: 'http://api/hook', secret: 'whsec_x' }],
    });
    expect(optionsFromEnvironment({})).toEqual({});
  });

  it.each([
    [{ PORT: '80x' }, /^PORT must be an integer/],
    [{ CONTROL_PORT: '70000' }, /^CONTROL_PORT must be/],
    [{ WEBHOOK_URL: 'http://api' }, /needs STRIPE_WEBHOOK_SECRET/],
  ])('rejects %j', (environment, message) => {
    expect(() => optionsFromEnvironment(environment)).toThrow(message);
  });
});
