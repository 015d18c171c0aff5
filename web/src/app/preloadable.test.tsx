import { renderToReadableStream } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadable } from './preloadable.tsx';

const reload = vi.fn();
const page = { onLine: true };

beforeEach(() => {
  page.onLine = true;
  reload.mockReset();
  const memory = new Map<string, string>();
  vi.stubGlobal('navigator', page);
  vi.stubGlobal('fetch', async () => ({ status: 200 }));
  vi.stubGlobal('location', { pathname: '/faq', reload });
  vi.stubGlobal('document', { querySelectorAll: () => [] });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => memory.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const Page = () => <p>the page</p>;
const Offline = () => <p>no connection</p>;
const missing = () => Promise.reject<typeof Page>(new Error('not found'));

async function shown({ Component }: ReturnType<typeof preloadable>): Promise<string> {
  const stream = await renderToReadableStream(<Component />, { onError: () => undefined });
  await stream.allReady;
  return new Response(stream).text();
}

it('renders a component that is loaded on demand', async () => {
  expect(await shown(preloadable(async () => Page, Offline))).toContain('the page');
});

it('renders the offline page without a network', async () => {
  page.onLine = false;
  expect(await shown(preloadable(missing, Offline))).toContain('no connection');
  expect(reload).not.toHaveBeenCalled();
});

it('reloads the page and renders nothing if the site is reachable but the chunk is gone', async () => {
  const rendering = shown(preloadable(missing, Offline));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(await Promise.race([rendering, Promise.resolve('nothing')])).toBe('nothing');
});

it('throws to the error boundary if a recent reload did not help', async () => {
  sessionStorage.setItem('outharbor:renewedAt', String(Date.now()));
  await expect(shown(preloadable(missing, Offline))).rejects.toThrow('not found');
  expect(reload).not.toHaveBeenCalled();
});

it('retries a failed preload, and loads only once after success', async () => {
  const load = vi.fn(missing).mockRejectedValueOnce(new Error('not found')).mockResolvedValue(Page);
  const part = preloadable(load, Offline);
  await expect(part.preload()).rejects.toThrow('not found');
  expect(part.isLoaded()).toBe(false);
  await part.preload();
  await part.preload();
  expect(part.isLoaded()).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
});
