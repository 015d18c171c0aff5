import type { ComponentChildren } from 'preact';
import type { Area } from '../../rows.ts';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';
import { Detail } from './Detail.tsx';
import { Place } from './Place.tsx';

interface DetailPlaceProps<T> {
  readonly area: Area;
  readonly id: string;
  /** What it depends on besides its area. */
  readonly version?: string;
  readonly title: (value?: T) => string;
  readonly about: ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** One of what an area lists. */
export function DetailPlace<T>({ area, id, version = '', title, about, children }: DetailPlaceProps<T>) {
  const { overview } = useConsole();
  const path = `${area}/${encodeURIComponent(id)}`;
  const reading = useRead<T>(path, overview.versions[area] + version);
  return (
    <Place title={title(reading.state === 'read' ? reading.value : undefined)} about={about}>
      <Detail reading={reading}>{children}</Detail>
    </Place>
  );
}
