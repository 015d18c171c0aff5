import type { Details, listEndpoints } from '../../model/details.ts';
import type { Area } from '../../rows.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { Badge } from '../parts/Badge.tsx';
import { Choice, Input } from '../parts/Form.tsx';
import { Breakable, CopyId } from '../parts/Go.tsx';
import { Pages } from '../parts/Pages.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { type Column, Table } from '../parts/Table.tsx';
import { useConsole } from '../state/console-context.ts';
import { ROWS_PER_PAGE, useList } from '../state/use-list.ts';
import { useRead } from '../state/use-read.ts';
import { LISTS, titleOf } from './lists.tsx';
import { Mail } from './objects.tsx';

/** The place of an area: a searched, filtered and paged list. */
export function ListPlace<A extends Area>({ area }: { readonly area: A }) {
  const { about, columns, empty } = LISTS[area];
  const title = titleOf(area);
  const { act } = useConsole();
  const list = useList(area);
  const { page, problem, number, arrived, change } = list;
  const { q, filter, from, to, sort } = list.chosen;
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / ROWS_PER_PAGE));
  const names = [...new Set([...Object.keys(page?.filters ?? {}), filter])].filter(Boolean).toSorted();
  const counted = (name: string) => `${name.replaceAll('_', ' ')} (${page?.filters[name] ?? 0})`;
  return (
    <Place title={title} about={about}>
      <div className="filters">
        <input
          type="search"
          aria-label={`Search ${area}`}
          placeholder="Email, name, id…"
          value={q}
          onInput={({ currentTarget }) => change({ q: currentTarget.value })}
        />
        <Choice
          label="Filter"
          inline
          value={filter}
          options={[['', 'All'], ...names.map((name) => [name, counted(name)] as const)]}
          onChoose={(chosen) => change({ filter: chosen })}
        />
        {(['from', 'to'] as const).map((name) => (
          <Input
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            inline
            type="date"
            value={list.chosen[name]}
            onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
          />
        ))}
        <p className="count" aria-live="polite">
          {page && `${page.total} ${page.total === 1 ? 'row' : 'rows'}`}
        </p>
        {area === 'webhooks' && (
          <ActionButton
            asks={['Send all of these again?', "The product's server gets them once more, the oldest first."]}
            onPress={() => act('redeliver/all', { q, filter, from, to })}
          >
            Redeliver all
          </ActionButton>
        )}
      </div>
      {problem && <p className="unavailable">{problem}</p>}
      {page?.missing.map((each) => (
        <p key={each} className="unavailable">
          Not available: {each}
        </p>
      ))}
      {arrived > 0 && (
        <button type="button" className="button arrived" onClick={list.showArrived}>
          Show {arrived} new
        </button>
      )}
      {page === undefined && !problem && <p className="empty">Loading…</p>}
      {page && page.rows.length === 0 && (
        <p className="empty">
          {page.total > 0
            ? `The last page is ${pages}; nothing is on this one.`
            : q || filter || from || to
              ? 'Nothing matches the search, the filter and the days.'
              : empty}
        </p>
      )}
      {page && page.rows.length > 0 && (
        <Table
          label={title}
          columns={columns}
          rows={page.rows}
          sort={sort}
          onSort={(by) => change({ sort: by })}
        />
      )}
      {area === 'mails' && page?.rows[0] && <NewestMail id={page.rows[0].id} />}
      {pages > 1 && (
        <Pages
          label={title}
          number={Math.min(number, pages + 1)}
          pages={pages}
          onChange={(chosen) => change({ page: chosen })}
        />
      )}
      {area === 'webhooks' && page && <Endpoints />}
    </Place>
  );
}

function NewestMail({ id }: { readonly id: string }) {
  const reading = useRead<Details['mails']>(`mails/${encodeURIComponent(id)}`, '');
  return <Detail reading={reading}>{Mail}</Detail>;
}

type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number];

const ENDPOINT_COLUMNS: readonly Column<Endpoint>[] = [
  { title: 'Sent to', cell: ({ url }) => <CopyId id={url} /> },
  { title: 'State', cell: ({ state }) => <Badge state={state} /> },
  { title: 'Events', cell: ({ events }) => <Breakable text={events.join(', ')} /> },
];

function Endpoints() {
  const { webhooks } = useConsole().overview.versions;
  const reading = useRead<{ readonly endpoints: readonly Endpoint[] }>('endpoints', webhooks);
  return (
    <>
      <h2>Endpoints</h2>
      <Detail reading={reading}>
        {({ endpoints }) => <Table label="Endpoints" columns={ENDPOINT_COLUMNS} rows={endpoints} />}
      </Detail>
    </>
  );
}
