import type { Addresses } from '../addresses.ts';
import { invalidArgument } from './rest-error.ts';

const MAX_COUNT = 100;
const USUAL = 20;

/** The page of a collection that a request's address asks for. The page token is the start offset, opaque to clients. */
export function paginate<T>(items: readonly T[], requested: string, { apiUrl }: Pick<Addresses, 'apiUrl'>) {
  const url = new URL(requested, apiUrl);
  const count = pageSize(url.searchParams.get('count'));
  const offset = readToken(url.searchParams.get('page_token'));
  const page = items.slice(offset, offset + count);
  const nextToken = offset + count < items.length ? writeToken(offset + count) : null;
  const previousToken = offset > 0 ? writeToken(Math.max(0, offset - count)) : null;
  return {
    collection: page,
    pagination: {
      count: page.length,
      next_page: pageUrl(url, nextToken),
      previous_page: pageUrl(url, previousToken),
      next_page_token: nextToken,
      previous_page_token: previousToken,
    },
  };
}

function pageSize(count: string | null): number {
  if (count === null) return USUAL;
  const size = Number(count);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_COUNT) return size;
  throw invalidArgument('count', `must be between 1 and ${MAX_COUNT}`);
}

function writeToken(offset: number): string {
  return Buffer.from(`offset:${offset}`).toString('base64url');
}

function readToken(token: string | null): number {
  if (token === null) return 0;
  const match = /^offset:(\d+)$/.exec(Buffer.from(token, 'base64url').toString());
  if (!match) throw invalidArgument('page_token', 'is invalid');
  return Number(match[1]);
}

function pageUrl(url: URL, token: string | null): string | null {
  if (token === null) return null;
  const page = new URL(url);
  page.searchParams.set('page_token', token);
  return page.href;
}
