import type { Context } from '../context.ts';
import { IFRAME_PAGE } from '../provider-pages/iframe-page.ts';
import { providerPage } from '../provider-pages/provider-page.ts';
import { actionPage } from './action-page.ts';
import type { Answer } from './answer.ts';

type Page = (context: Context, query: URLSearchParams) => Answer | Promise<Answer>;

/** The pages that browsers open, by path. The query names the project by its API key, and the tenant if any. */
export const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['emulator/action', actionPage],
  ['emulator/auth/handler', (context, query) => ({ status: 200, body: providerPage(context, query) })],
  ['emulator/auth/iframe', () => ({ status: 200, body: IFRAME_PAGE })],
]);
