import type { Area, ListPage, RowsByArea } from '../../rows.ts';
import { useConsole } from './console-context.ts';
import { type Reading, useRead } from './use-read.ts';

/** A row of a list by its id; the value is undefined when there is none. */
export function useRow<A extends Area>(area: A, id: string): Reading<RowsByArea[A] | undefined> {
  const { overview } = useConsole();
  const reading = useRead<ListPage<RowsByArea[A]>>(`lists/${area}`, overview.versions[area], { q: id });
  if (reading.state !== 'read') return reading;
  return { state: 'read', value: reading.value.rows.find((row) => row.id === id) };
}
