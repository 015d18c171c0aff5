import { spawn } from 'node:child_process';
import { once } from 'node:events';
import Stripe from 'stripe';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { buildLogger } from './build-logger.ts';
import { scrub } from './scrub.ts';
import { serialiseError } from './serialise-error.ts';

describe('scrub', () => {
  it.each([
    ['a Stripe key', 'key sk_live_51Habc_X wrong', 'key [redacted] wrong'],
    ['a signing secret', 'whsec_abc+/=', '[redacted]'],
    ['an ID token', 'got eyJhbGciOi.eyJzdWIi.sig-_1', 'got [redacted]'],
    ['an unsigned token', 'got eyJhbGciOi.eyJzdWIi.', 'got [redacted]'],
    ['a bearer header', 'Authorization: Bearer owner', 'Authorization: [redacted]'],
    ['a card number', 'card 4242 4242 4242 4242 declined', 'card [redacted] declined'],
    [
      'an e-mail address',
      'Invalid email address: ada.l+x@mail.example.com',
      'Invalid email address: [redacted]',
    ],
    ['a password in a URL', 'redis://user:pass@host:6379', 'redis://[redacted]host:6379'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '[redacted]'],
  ])('redacts %s', (_name, text, clean) => {
    expect(scrub(text)).toBe(clean);
  });

  it('keeps ids, prices and times', () => {
    const text = 'cs_test_a1B2 of uid_9 at 2026-11-20T18:41:05 costs 149900';
    expect(scrub(text)).toBe(text);
  });
});

describe('serialiseError', () => {
  it('keeps type, code, message and causes, and drops SDK extras', () => {
    const cause = Object.assign(new Error('Invalid API Key: sk_test_abc'), { raw: { card: 1 }, headers: {} });
    const logged = serialiseError(new AppError('internal_error', { cause }));
    expect(logged).toMatchObject({ type: 'AppError', code: 'internal_error' });
    expect(logged.cause).toEqual({
      type: 'Error',
      message: 'Invalid API Key: [redacted]',
      stack: expect.not.stringContaining('sk_test_abc'),
    });
  });

  it("keeps Stripe's request id", () => {
    const cause = new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'no', requestId: 'req_1' });
    expect(serialiseError(new AppError('internal_error', { cause })).cause?.requestId).toBe('req_1');
  });

  it('terminates for an error that is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(serialiseError(error)).length).toBeLessThan(20_000);
  });
});

describe('logger', () => {
  const log = (fields: object, message = 'hello'): string => {
    const lines: string[] = [];
    buildLogger({ level: 'info' }, { write: (line) => lines.push(line) }).info(fields, message);
    return lines.join();
  };

  it.each([
    ['at the top level', { password: 'hunter2' }],
    ['in a nested object', { user: { token: 'hunter2' } }],
    ['deeply nested', { a: [{ b: { secretKey: 'hunter2' } }] }],
    ['in another case', { headers: { Authorization: 'hunter2' } }],
    ['with a quote in the value', { token: 'a"hunter2' }],
    ['with a trailing backslash in the value', { token: 'hunter2\\', kept: 1 }],
    ['with a numeric value', { password: 42424242 }],
    ['with an object value', { token: { value: 'hunter2' } }],
    ['with an array value', { user: { password: [{ old: 'hunter2' }] } }],
  ])('redacts a secret field %s', (_name, fields) => {
    const line = log(fields);
    expect(line).not.toMatch(/hunter2|42424242/);
    expect(line).toContain('"[redacted]"');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'hello', service: 'api' });
  });

  it('keeps a message that mentions a secret field', () => {
    const message = 'send {"token":"abc"} and "password": nothing';
    expect(JSON.parse(log({ kept: 'token' }, message))).toMatchObject({ msg: message, kept: 'token' });
  });

  it('adds the time to each line', () => {
    expect(new Date(JSON.parse(log({})).time).getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('the buffered output', () => {
  const PROGRAM = `
    const { bufferedOutput } = await import(${JSON.stringify(new URL('build-logger.ts', import.meta.url).href)});
    const output = bufferedOutput();
    process.stdin.once('data', () => {
      output.write('the last line');
      process.exit(0);
    });
    output.write('ready');
  `;
  const run = () => {
    const options = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM];
    const child = spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };

  it('is written when the process exits', async () => {
    const child = run();
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more) => {
      if (text === '') child.stdin.write('exit');
      text += more;
    });
    await once(child, 'close');
    expect(text).toBe('readythe last line');
  });
});
