import { useState } from 'preact/hooks';
import type { Area, ListPage, RowsByArea } from '../../rows.ts';
import { setQuery, useAddress } from './address.ts';
import { useConsole } from './console-context.ts';
import { inNamespace } from './namespace.ts';
import { useAnswer } from './use-read.ts';

export const ROWS_PER_PAGE = 50;

const CHOSEN = ['q', 'filter', 'from', 'to', 'sort'] as const;
type Chosen = Readonly<Record<(typeof CHOSEN)[number], string>>;

interface Shown<Row> {
  readonly query: string;
  readonly page: ListPage<Row>;
  readonly next: ListPage<Row> | undefined;
  readonly arrived: number;
}

/** A page of a list, searched and filtered by the server. Its state is in the address. */
export function useList<A extends Area>(area: A) {
  const { overview } = useConsole();
  const { query: parameters } = useAddress();
  const [shown, setShown] = useState<Shown<RowsByArea[A]>>();
  const [problem, setProblem] = useState<string>();
  const chosen = Object.fromEntries(CHOSEN.map((name) => [name, parameters.get(name) ?? ''])) as Chosen;
  /** Counted from 1. */
  const number = Math.max(1, Number(parameters.get('page') ?? 1) || 1);
  const offset = String((number - 1) * ROWS_PER_PAGE);
  const query = `${area}${inNamespace({ ...chosen, offset, limit: String(ROWS_PER_PAGE) })}`;
  const read = (page: ListPage<RowsByArea[A]>) => {
    setProblem(undefined);
    setShown((before) => merged(before, query, page));
  };
  useAnswer(`/console/lists/${query}`, overview.versions[area], read, setProblem);
  return {
    page: shown?.query.startsWith(area) ? shown.page : undefined,
    problem,
    chosen,
    number,
    /** Rows that arrived at the top and are not shown, so that nothing moves while it is read. */
    arrived: shown?.query === query ? shown.arrived : 0,
    showArrived: () =>
      setShown((known) => known && { ...known, page: known.next ?? known.page, next: undefined, arrived: 0 }),
    change: ({ page, ...changed }: Partial<Chosen> & { readonly page?: number }) => {
      const shownPage = page === undefined || page === 1 ? '' : String(page);
      setQuery({ ...changed, page: shownPage }, page === undefined ? 'replace' : 'push');
    },
  };
}

/** Known rows change in place; new ones wait until somebody asks for them. */
function merged<Row extends { readonly id: string }>(
  before: Shown<Row> | undefined,
  query: string,
  page: ListPage<Row>,
): Shown<Row> {
  const whole = { query, page, next: undefined, arrived: 0 };
  if (before?.query !== query || before.page.rows.length === 0) return whole;
  const known = new Set(before.page.rows.map(({ id }) => id));
  const arrived = page.rows.filter(({ id }) => !known.has(id)).length;
  if (arrived === 0) return whole;
  const current = new Map(page.rows.map((row) => [row.id, row]));
  const rows = before.page.rows.map((row) => current.get(row.id) ?? row);
  return { query, page: { ...page, rows }, next: page, arrived };
}
