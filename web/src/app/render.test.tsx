import { afterEach, expect, it, vi } from 'vitest';
import { PAGES } from './pages.ts';
import { renderPage } from './render.tsx';

afterEach(() => void vi.restoreAllMocks());

const [page] = PAGES.filter(({ name }) => name === 'pricing');
if (page === undefined) throw new Error('There is no pricing page.');

it('fails if the page throws, rather than leaving it to the browser', async () => {
  vi.spyOn(page.view, 'Component').mockImplementation(() => {
    throw new Error('no picture');
  });
  await expect(renderPage(page)).rejects.toThrow(`The page ${page.path} cannot be rendered.`);
});
