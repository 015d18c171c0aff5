import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logError } from './log.ts';
import {
  nothingTyped,
  part,
  renewOnce,
  restoreTyped,
  siteAnswers,
  untilSiteAnswers,
  watchLeaving,
} from './renew.ts';

/** As much of a page as is asked: its fields, its memory and the way to load it anew. */
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
/** What has become of a promise by now: `pending` where a page that is loaded anew goes no further. */
async function outcome(promise: Promise<unknown>): Promise<string> {
  const settled = promise.then(String, (error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([settled, Promise.resolve('pending')]);
}

it('loads the page anew where a part is missing and the site answers, and goes no further', async () => {
  expect(await outcome(part(missing))).toBe('pending');
  expect(reload).toHaveBeenCalledTimes(1);
});

it.each([
  ['the network is gone', { onLine: false }],
  ['the site does not answer', { answer: () => Promise.reject(new TypeError('failed to fetch')) }],
  ['the site fails', { answer: async () => ({ status: 503 }) }],
])('leaves the page as it is, with the error, while %s', async (_, change) => {
  Object.assign(page, change);
  expect(await outcome(part(missing))).toBe('not found');
  expect(reload).not.toHaveBeenCalled();
});

it('hands on what is there', async () => {
  expect(await outcome(part(async () => 'the part'))).toBe('the part');
  expect(reload).not.toHaveBeenCalled();
});

it('loads the page anew once a minute, so that what is missing for good does not turn it in circles', async () => {
  await outcome(part(missing));
  vi.setSystemTime(NOW + 59_999);
  expect(await outcome(part(missing))).toBe('not found');
  expect(reload).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + 60_000);
  expect(await outcome(part(missing))).toBe('pending');
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not load the page anew where it could not remember that it did', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(renewOnce()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('puts back once what was typed, but for passwords and what has been typed since', () => {
  const field = (name: string, value: string, type = 'text') => ({ name, value, type });
  page.fields = [
    field('fullName', 'Ada Okafor'),
    field('email', 'ada@example.com'),
    field('password', 'secret', 'password'),
  ];
  expect(renewOnce()).toBe(true);
  expect([...memory.values()].join()).not.toContain('secret');

  page.fields = [
    field('fullName', ''),
    field('email', 'ada@other.example'),
    field('password', '', 'password'),
  ];
  restoreTyped();
  expect(page.fields.map(({ value }) => value)).toEqual(['Ada Okafor', 'ada@other.example', '']);

  page.fields = [field('fullName', '')];
  restoreTyped();
  expect(page.fields[0]?.value).toBe('');
});

it.each([
  [['', ''], true],
  [['', 'secret'], false],
  [['ada@example.com', ''], false],
])('knows whether %j would be lost', ([email = '', password = ''], lossless) => {
  page.fields = [
    { name: 'email', type: 'email', value: email },
    { name: 'password', type: 'password', value: password },
  ];
  expect(nothingTyped()).toBe(lossless);
});

it('takes a page that is not found for an answer of the site', async () => {
  page.answer = async () => ({ status: 404 });
  expect(await siteAnswers()).toBe(true);
});

it('sees the site again when the browser says that the network is back', async () => {
  page.onLine = false;
  const back = untilSiteAnswers(new AbortController().signal);
  expect(await outcome(back)).toBe('pending');
  page.onLine = true;
  network.dispatchEvent(new Event('online'));
  expect(await outcome(back)).toBe('true');
});

it('sees the site again when it answers, though the network was never gone', async () => {
  page.answer = missing;
  const back = untilSiteAnswers(new AbortController().signal);
  expect(await outcome(back)).toBe('pending');
  page.answer = async () => ({ status: 200 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome(back)).toBe('true');
});

it('no longer waits for the site once the visitor has gone elsewhere', async () => {
  page.onLine = false;
  const left = new AbortController();
  const back = untilSiteAnswers(left.signal);
  left.abort();
  page.onLine = true;
  network.dispatchEvent(new Event('online'));
  expect(await outcome(back)).toBe('false');
});

it('lets a page that is being left go without a word, and loads it anew when the browser shows it again', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  watchLeaving();
  logError('something that was given up', new Error('aborted'));
  network.dispatchEvent(new Event('beforeunload'));
  logError('something that was given up', new Error('aborted'));
  expect(log).toHaveBeenCalledTimes(1);
  expect(await outcome(part(missing))).toBe('not found');
  expect(reload).not.toHaveBeenCalled();
  network.dispatchEvent(new Event('pageshow'));
  expect(reload).toHaveBeenCalledTimes(1);
});
