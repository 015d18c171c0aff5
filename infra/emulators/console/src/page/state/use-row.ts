import type { Area, ListPage, RowsByArea } from '../../rows.ts';
import { useConsole } from './console-context.ts';
import { useRead } from './use-read.ts';

/** A row of a list by its id; undefined until it is read, and when there is none. */
export function useRow<A extends Area>(area: A, id: string): RowsByArea[A] | undefined {
  const { overview } = useConsole();
  const reading = useRead<ListPage<RowsByArea[A]>>(`lists/${area}`, overview.versions[area], { q: id });
  return reading.state === 'read' ? reading.value.rows.find((row) => row.id === id) : undefined;
}
