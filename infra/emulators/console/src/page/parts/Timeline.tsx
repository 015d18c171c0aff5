import type { TimelineEntry } from '../../rows.ts';
import { Go } from './Go.tsx';
import { When } from './When.tsx';

interface TimelineProps {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
  readonly empty: string;
}

export function Timeline({ label, entries, empty }: TimelineProps) {
  if (entries.length === 0) return <p className="empty">{empty}</p>;
  return (
    <ol className="timeline" aria-label={label}>
      {entries.map(({ id, at, service, what, detail, area, of }) => (
        <li key={id} data-service={service}>
          <When at={at} />
          <Go to={[area, of]} label={`${what}: ${detail}`}>
            {what}
          </Go>
          <span>{detail}</span>
        </li>
      ))}
    </ol>
  );
}
