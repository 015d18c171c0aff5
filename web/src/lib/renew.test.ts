import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logError } from './log.ts';
import {
  allFieldsEmpty,
  loadChunk,
  reloadOnce,
  restoreInput,
  siteIsReachable,
  watchPageExit,
} from './renew.ts';

/** The page state that the module reads. */
interface Page {
  onLine: boolean;
  fields: { name: string; type: string; value: string }[];
  answer: () => Promise<{ status: number }>;
}
const NOW = Date.UTC(2026, 0, 1);
let page: Page;
let memory: Map<string, string>;
let network: EventTarget;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  reload.mockReset();
  memory = new Map();
  network = new EventTarget();
  page = { onLine: true, fields: [], answer: async () => ({ status: 200 }) };
  vi.stubGlobal('navigator', {
    get onLine() {
      return page.onLine;
    },
  });
  vi.stubGlobal('fetch', () => page.answer());
  vi.stubGlobal('location', { pathname: '/faq', reload });
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
    removeItem: (key: string) => memory.delete(key),
  });
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) =>
      page.fields.filter(({ type }) => selector === 'input' || type !== 'password'),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const missing = () => Promise.reject(new Error('not found'));
/** The current state of a promise; `pending` while the page reloads. */
async function outcome(promise: Promise<unknown>): Promise<string> {
  const settled = promise.then(String, (error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([settled, Promise.resolve('pending')]);
}

it('reloads the page and never settles if a chunk is missing but the site is reachable', async () => {
  expect(await outcome(loadChunk(missing))).toBe('pending');
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([
  ['the browser is offline', { onLine: false }],
  ['the site is unreachable', { answer: () => Promise.reject(new TypeError('failed to fetch')) }],
  ['the site responds with 503', { answer: async () => ({ status: 503 }) }],
])('rejects without reloading while %s', async (_, change) => {
  Object.assign(page, change);
  expect(await outcome(loadChunk(missing))).toBe('not found');
  expect(reload).not.toHaveBeenCalled();
});

it('resolves with the loaded chunk', async () => {
  expect(await outcome(loadChunk(async () => 'the chunk'))).toBe('the chunk');
  expect(reload).not.toHaveBeenCalled();
});

it('reloads at most once a minute, so that a permanently missing chunk causes no reload loop', async () => {
  await outcome(loadChunk(missing));
  vi.setSystemTime(NOW + 59_999);
  expect(await outcome(loadChunk(missing))).toBe('not found');
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + 60_000);
  expect(await outcome(loadChunk(missing))).toBe('pending');
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not reload without session storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(reloadOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('restores form input once, except passwords and fields filled in since', () => {
  const field = (name: string, value: string, type = 'text') => ({ name, value, type });
  page.fields = [
    field('fullName', 'Ada Okafor'),
    field('email', 'ada@example.com'),
    field('password', 'secret', 'password'),
  ];
  expect(reloadOnce()).toBe(true);
  expect([...memory.values()].join()).not.toContain('secret');

  page.fields = [
    field('fullName', ''),
    field('email', 'ada@other.example'),
    field('password', '', 'password'),
  ];
  restoreInput();
  expect(page.fields.map(({ value }) => value)).toEqual(['Ada Okafor', 'ada@other.example', '']);

  page.fields = [field('fullName', '')];
  restoreInput();
  expect(page.fields[0]?.value).toBe('');
});

it.each([
  [['', ''], true],
  [['', 'secret'], false],
  [['ada@example.com', ''], false],
])('allFieldsEmpty for the values %j returns %s', ([email = '', password = ''], expected) => {
  page.fields = [
    { name: 'email', type: 'email', value: email },
    { name: 'password', type: 'password', value: password },
  ];
  expect(allFieldsEmpty()).toBe(expected);
});

it('counts a 404 as reachable', async () => {
  page.answer = async () => ({ status: 404 });
  expect(await siteIsReachable()).toBe(true);
});

it('logs nothing while the visitor leaves the page, and reloads it when it is restored', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  watchPageExit();
  logError('a request failed', new Error('aborted'));
  network.dispatchEvent(new Event('beforeunload'));
  logError('a request failed', new Error('aborted'));
  expect(log).toHaveBeenCalledTimes(1);
  expect(await outcome(loadChunk(missing))).toBe('not found');
  expect(reload).not.toHaveBeenCalled();
  network.dispatchEvent(new Event('pageshow'));
  expect(reload).toHaveBeenCalledTimes(1);
});
