import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { PAGE_ENTRIES, PAGE_NAMES } from '../src/content/pages.ts';
import { fileNameOf } from './file-name.ts';

export interface Budget {
  /** Each page with its styles inside: one round trip. */
  readonly htmlGzip: number;
  /** All script of a marketing page. */
  readonly marketingScriptBrotli: number;
  /** All script of an account page before it signs anybody in. */
  readonly accountScriptBrotli: number;
  /** The same of the page about one's own account, which is a chunk of its own. */
  readonly accountPageScriptBrotli: number;
  /** What all account pages and signing in add to the script of a marketing page. */
  readonly signInAndPricingBrotli: number;
  readonly fontBytes: number;
  /** Each picture in a file of its own. */
  readonly pictureGzip: number;
}

export interface Weight {
  readonly what: string;
  readonly limit: keyof Budget;
  readonly bytes: number;
}

/** Every weight above its limit, in words. */
export function overBudget(weights: readonly Weight[], budget: Budget): string[] {
  return weights
    .filter(({ limit, bytes }) => bytes > budget[limit])
    .map(({ what, limit, bytes }) => `${what} has ${bytes} bytes, ${bytes - budget[limit]} over ${limit}`);
}

/** Account pages that are fetched only by whoever asks for them, not with the others. */
const ASIDE = PAGE_NAMES.filter((name) => PAGE_ENTRIES[name].aside).map((name) =>
  fileNameOf(SITE_PATHS[name]),
);

/** What the build in `site` weighs. A page's scripts are those that it names itself. */
export async function weigh(site: string): Promise<Weight[]> {
  const pages = (await readdir(site)).filter((name) => name.endsWith('.html'));
  const assets = await readdir(path.join(site, 'assets'));
  const scripts = new Map(
    await Promise.all(pages.map(async (page) => [page, await scriptsOf(site, page)] as const)),
  );
  const signIn = assets.filter((name) => /^firebase-.*\.js$/.test(name)).map(inAssets);
  const onTheWay = pages.filter((page) => !ASIDE.includes(page)).map((page) => scripts.get(page) ?? []);
  const account = new Set(onTheWay.filter(ofAccount).flat());
  const marketing = new Set([...scripts.values()].filter((page) => !ofAccount(page)).flat());
  const added = [...account, ...signIn].filter((script) => !marketing.has(script));
  return [
    ...(await Promise.all(pages.map((page) => weighPage(site, page, scripts.get(page) ?? [])))).flat(),
    ...(await weighAssets(site, assets)),
    {
      what: 'sign-in and pricing',
      limit: 'signInAndPricingBrotli',
      bytes: await total(site, added, '.br'),
    },
  ];
}

async function scriptsOf(site: string, page: string): Promise<string[]> {
  const html = await readFile(path.join(site, page), 'utf8');
  return /data-chunks="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
}

const ofAccount = (scripts: readonly string[]) => scripts.some((script) => script.includes('/account-'));

const inAssets = (name: string) => `/assets/${name}`;

function scriptLimit(page: string, scripts: readonly string[]): keyof Budget {
  if (page === 'account.html') return 'accountPageScriptBrotli';
  return ofAccount(scripts) ? 'accountScriptBrotli' : 'marketingScriptBrotli';
}

async function weighPage(site: string, page: string, scripts: readonly string[]): Promise<Weight[]> {
  return [
    { what: page, limit: 'htmlGzip', bytes: await total(site, [page], '.gz') },
    {
      what: `the scripts of ${page}`,
      limit: scriptLimit(page, scripts),
      bytes: await total(site, scripts, '.br'),
    },
  ];
}

function weighAssets(site: string, assets: readonly string[]): Promise<Weight[]> {
  const limits = { '.woff2': ['fontBytes', ''], '.svg': ['pictureGzip', '.gz'] } as const;
  const weighed = assets.flatMap((name) => {
    const [limit, packed] = limits[path.extname(name) as keyof typeof limits] ?? [];
    return limit === undefined || packed === undefined ? [] : [{ name, limit, packed }];
  });
  return Promise.all(
    weighed.map(async ({ name, limit, packed }) => ({
      what: name,
      limit,
      bytes: await total(site, [inAssets(name)], packed),
    })),
  );
}

async function total(site: string, files: readonly string[], packed: string): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(path.join(site, `${file}${packed}`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
