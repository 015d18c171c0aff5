import type { Context } from '../context.ts';
import { IFRAME_PAGE } from '../provider-pages/iframe-page.ts';
import { providerPage } from '../provider-pages/provider-page.ts';
import { actionPage } from './action-page.ts';
import type { Answer } from './answer.ts';

type Page = (context: Context, query: URLSearchParams) => Answer | Promise<Answer>;

const handler: Page = (context, query) => ({ status: 200, body: providerPage(context, query) });
const iframe: Page = () => ({ status: 200, body: IFRAME_PAGE });

/**
 * The pages that browsers open, by path: the emulator's, and those of an authDomain. The query names the project by its API
 * key, and the tenant if any.
 */
export const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['emulator/action', actionPage],
  ...['emulator/auth', '__/auth'].flatMap((path): [string, Page][] => [
    [`${path}/handler`, handler],
    [`${path}/iframe`, iframe],
  ]),
]);
