import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { PAGE_ENTRIES, PAGE_NAMES } from '../src/content/pages.ts';
import { fileNameOf } from './file-name.ts';

export interface Budget {
  /** Each page with its inline styles; it has to fit into one round trip. */
  readonly htmlGzip: number;
  readonly marketingScriptBrotli: number;
  /** All scripts of an account page before sign-in. */
  readonly accountScriptBrotli: number;
  /** The same for the account page, which has its own chunk. */
  readonly accountPageScriptBrotli: number;
  /** What the account pages and sign-in add to the scripts of a marketing page. */
  readonly signInAndPricingBrotli: number;
  readonly fontBytes: number;
  readonly pictureGzip: number;
}

export interface Weight {
  readonly what: string;
  readonly limit: keyof Budget;
  readonly bytes: number;
}

/** One message per weight above its limit. */
export function overBudget(weights: readonly Weight[], budget: Budget): string[] {
  return weights
    .filter(({ limit, bytes }) => bytes > budget[limit])
    .map(({ what, limit, bytes }) => `${what} has ${bytes} bytes, ${bytes - budget[limit]} over ${limit}`);
}

/** Account pages that are fetched on demand, not with the other account pages. */
const ON_DEMAND = PAGE_NAMES.filter((name) => PAGE_ENTRIES[name].onDemand).map((name) =>
  fileNameOf(SITE_PATHS[name]),
);

/** Measures the build in `site`. A page's scripts are those listed in its `data-chunks`. */
export async function weigh(site: string): Promise<Weight[]> {
  const pages = (await readdir(site)).filter((name) => name.endsWith('.html'));
  const assets = await readdir(path.join(site, 'assets'));
  const scripts = new Map(
    await Promise.all(pages.map(async (page) => [page, await scriptsOf(site, page)] as const)),
  );
  const signIn = assets.filter((name) => /^firebase-.*\.js$/.test(name)).map(inAssets);
  const preloaded = pages.filter((page) => !ON_DEMAND.includes(page)).map((page) => scripts.get(page) ?? []);
  const account = new Set(preloaded.filter(isAccountPage).flat());
  const marketing = new Set([...scripts.values()].filter((page) => !isAccountPage(page)).flat());
  const added = [...account, ...signIn].filter((script) => !marketing.has(script));
  return [
    ...(await Promise.all(pages.map((page) => weighPage(site, page, scripts.get(page) ?? [])))).flat(),
    ...(await weighAssets(site, assets)),
    {
      what: 'sign-in and pricing',
      limit: 'signInAndPricingBrotli',
      bytes: await totalBytes(site, added, '.br'),
    },
  ];
}

async function scriptsOf(site: string, page: string): Promise<string[]> {
  const html = await readFile(path.join(site, page), 'utf8');
  return /data-chunks="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
}

const isAccountPage = (scripts: readonly string[]) => scripts.some((script) => script.includes('/account-'));

const inAssets = (name: string) => `/assets/${name}`;

function scriptLimit(page: string, scripts: readonly string[]): keyof Budget {
  if (page === 'account.html') return 'accountPageScriptBrotli';
  return isAccountPage(scripts) ? 'accountScriptBrotli' : 'marketingScriptBrotli';
}

async function weighPage(site: string, page: string, scripts: readonly string[]): Promise<Weight[]> {
  return [
    { what: page, limit: 'htmlGzip', bytes: await totalBytes(site, [page], '.gz') },
    {
      what: `scripts of ${page}`,
      limit: scriptLimit(page, scripts),
      bytes: await totalBytes(site, scripts, '.br'),
    },
  ];
}

function weighAssets(site: string, assets: readonly string[]): Promise<Weight[]> {
  const limits = { '.woff2': ['fontBytes', ''], '.svg': ['pictureGzip', '.gz'] } as const;
  const weighed = assets.flatMap((name) => {
    const [limit, encoding] = limits[path.extname(name) as keyof typeof limits] ?? [];
    return limit === undefined || encoding === undefined ? [] : [{ name, limit, encoding }];
  });
  return Promise.all(
    weighed.map(async ({ name, limit, encoding }) => ({
      what: name,
      limit,
      bytes: await totalBytes(site, [inAssets(name)], encoding),
    })),
  );
}

async function totalBytes(site: string, files: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(path.join(site, `${file}${encoding}`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
