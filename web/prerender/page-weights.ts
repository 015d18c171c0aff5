import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { SITE_PATHS } from '@outharbor/contract/paths';
import { PAGE_ENTRIES, PAGE_NAMES } from '../src/content/pages.ts';
import { pageFileName } from './file-name.ts';

/** Bytes as sent, by kind of file. */
type Weight = Readonly<Record<string, number>>;
/** One weight for each page, for what sign-in adds and for the whole site. */
export type Weights = Readonly<Record<string, Weight>>;

/** Growth above the recorded size that fails the build. */
const TOLERANCE = 0.1;

const ENCODINGS: Readonly<Record<string, string>> = { '.js': '.br', '.svg': '.gz', '.woff2': '' };
const KINDS: Readonly<Record<string, string>> = { '.js': 'scripts', '.svg': 'pictures', '.woff2': 'fonts' };

/** Account pages that are fetched on demand, not with the other account pages. */
const ON_DEMAND = PAGE_NAMES.filter((name) => PAGE_ENTRIES[name].onDemand).map((name) =>
  pageFileName(SITE_PATHS[name]),
);

/** Measures the build in `site`. A page's scripts are those listed in its `data-chunks`. */
export async function weigh(site: string): Promise<Weights> {
  const pages = (await readdir(site)).filter((name) => name.endsWith('.html'));
  const assets = (await readdir(path.join(site, 'assets'))).map((name) => `/assets/${name}`);
  const scripts = new Map(
    await Promise.all(pages.map(async (page) => [page, await listScripts(site, page)] as const)),
  );
  const weighed = pages.map(async (page) => {
    const document = await totalBytes(site, [page], '.gz');
    return [page, { document, scripts: await totalBytes(site, scripts.get(page) ?? [], '.br') }] as const;
  });
  const signIn = await totalBytes(site, signInScripts(scripts, assets), '.br');
  return {
    ...Object.fromEntries(await Promise.all(weighed)),
    'sign-in': { scripts: signIn },
    'whole site': {
      documents: await totalBytes(site, pages, '.gz'),
      ...Object.fromEntries(
        await Promise.all(
          Object.entries(KINDS).map(async ([ending, kind]) => {
            const files = assets.filter((name) => path.extname(name) === ending);
            return [kind, await totalBytes(site, files, ENCODINGS[ending] ?? '')];
          }),
        ),
      ),
    },
  };
}

async function listScripts(site: string, page: string): Promise<string[]> {
  const html = await readFile(path.join(site, page), 'utf8');
  return /data-chunks="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
}

const isAccountPage = (scripts: readonly string[]) => scripts.some((script) => script.includes('/account-'));

/** What sign-in and the account pages add to the scripts of the other pages. */
function signInScripts(scripts: ReadonlyMap<string, string[]>, assets: readonly string[]): string[] {
  const preloaded = [...scripts].filter(([page]) => !ON_DEMAND.includes(page)).map(([, own]) => own);
  const account = new Set(preloaded.filter(isAccountPage).flat());
  const others = new Set([...scripts.values()].filter((page) => !isAccountPage(page)).flat());
  const library = assets.filter((name) => /\/firebase-.*\.js$/.test(name));
  return [...account, ...library].filter((script) => !others.has(script));
}

async function totalBytes(site: string, files: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(files.map((file) => stat(path.join(site, `${file}${encoding}`))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

const total = (weight: Weight) => Object.values(weight).reduce((sum, bytes) => sum + bytes, 0);
const text = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const percent = (share: number) => {
  const tenths = Math.round(share * 1000) / 10;
  return tenths === 0 ? 'unchanged' : `${tenths < 0 ? '−' : '+'}${Math.abs(tenths).toFixed(1)} %`;
};

/** One line for each weight with its change since it was recorded. */
export function weightReport(weights: Weights, recorded: Weights): string[] {
  return Object.entries(weights).map(([name, weight]) => {
    const before = recorded[name];
    const change = before === undefined ? 'new' : percent(total(weight) / total(before) - 1);
    const parts = Object.entries(weight).map(([kind, bytes]) => `${kind} ${text(bytes)}`);
    return `${name}: ${text(total(weight))} (${change}): ${parts.join(', ')}`;
  });
}

/** What is more than ten per cent heavier than recorded, and the files that grew. */
export function tooHeavy(weights: Weights, recorded: Weights): string[] {
  return Object.entries(weights).flatMap(([name, weight]) => {
    const before = recorded[name];
    if (before === undefined || total(weight) <= total(before) * (1 + TOLERANCE)) return [];
    const grown = Object.entries(weight)
      .map(([kind, bytes]) => [kind, bytes - (before[kind] ?? 0)] as const)
      .filter(([, more]) => more > 0)
      .map(([kind, more]) => `${kind} grew by ${text(more)}`);
    const share = percent(total(weight) / total(before) - 1);
    return [`${name} has ${text(total(weight))}, ${share} over the recorded size: ${grown.join(', ')}`];
  });
}
