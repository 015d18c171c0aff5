import type { JsonValue } from '../../json-value.ts';
import type { Details } from '../../model/details.ts';
import { Differences } from '../parts/Differences.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonPanel } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { RowsPanel } from './RowsPanel.tsx';

export function Event({ before, after, event, deliveries }: Details['events']) {
  return (
    <div className="panels">
      <Cause event={event} />
      <Panel title="What changed" wide>
        <Changes before={before} after={after} />
      </Panel>
      <RowsPanel
        area="webhooks"
        title="Deliveries"
        rows={deliveries}
        empty="No webhook endpoint wants this event."
      />
      <JsonPanel title="Object afterwards" value={after} />
      <JsonPanel title="Whole event" value={event} />
    </div>
  );
}

/** The request that caused the event; an event that time brought has none. */
function Cause({ event }: Pick<Details['events'], 'event'>) {
  const { request } = event as { readonly request?: { readonly id: string | null } | null };
  if (!request?.id) return null;
  return (
    <p className="wide">
      Caused by the request{' '}
      <Go to={['requests']} query={{ q: request.id }}>
        {request.id}
      </Go>
    </p>
  );
}

function Changes({ before, after }: { readonly before: JsonValue; readonly after: JsonValue }) {
  if (before === null || typeof before !== 'object') {
    return <p className="empty">The event names no earlier values: the object is new, or it ended.</p>;
  }
  const now = after as { readonly [key: string]: JsonValue };
  const rows = Object.entries(before as { readonly [key: string]: JsonValue }).map(([id, value]) => {
    return { id, before: value, after: now[id] ?? null };
  });
  return <Differences label="What changed" rows={rows} openTo={2} />;
}
