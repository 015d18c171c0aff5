import { useEffect, useId, useState } from 'preact/hooks';
import type { Area, RowsByArea } from '../../rows.ts';
import { ROWS_PER_PAGE, useList } from '../state/use-list.ts';
import { Pages } from './Pages.tsx';
import { Place } from './Place.tsx';
import { type Column, Table } from './Table.tsx';

interface ListOptions<A extends Area> {
  readonly about?: string;
  readonly columns: readonly Column<RowsByArea[A]>[];
  /** What to do to see something here. */
  readonly empty: string;
}

/** The place of an area: a searched, filtered and paged list. */
export function listPlace<A extends Area>(area: A, options: ListOptions<A>) {
  const title = `${area.charAt(0).toUpperCase()}${area.slice(1)}`;
  return () => <ListPlace area={area} title={title} {...options} />;
}

interface ListPlaceProps<A extends Area> extends ListOptions<A> {
  readonly area: A;
  readonly title: string;
}

function ListPlace<A extends Area>({ area, title, about, columns, empty }: ListPlaceProps<A>) {
  const list = useList(area);
  const { page, problem, search, filter, number, arrived } = list;
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / ROWS_PER_PAGE));
  return (
    <Place title={title} about={about}>
      <div className="filters">
        <SearchField
          value={search}
          onChange={(q) => list.change({ q })}
          label={`Search ${title.toLowerCase()}`}
        />
        <FilterField
          value={filter}
          counts={page?.filters ?? {}}
          onChange={(chosen) => list.change({ filter: chosen })}
        />
        {(['from', 'to'] as const).map((name) => (
          <DayField
            key={name}
            name={name}
            value={list[name]}
            onChange={(day) => list.change({ [name]: day })}
          />
        ))}
        <p className="count" aria-live="polite">
          {page && `${page.total} ${page.total === 1 ? 'row' : 'rows'}`}
        </p>
      </div>
      <Unavailable problem={problem} missing={page?.missing ?? []} />
      {arrived > 0 && (
        <button type="button" className="button arrived" onClick={list.showArrived}>
          Show {arrived} new
        </button>
      )}
      {page === undefined && !problem && <p className="empty">Loading…</p>}
      {page && page.rows.length === 0 && (
        <p className="empty">
          {page.total > 0
            ? `There are ${pages} pages, and this is none of them.`
            : search || filter || list.from || list.to
              ? 'Nothing matches the search, the filter and the days.'
              : empty}
        </p>
      )}
      {page && page.rows.length > 0 && (
        <Table
          label={title}
          columns={columns}
          rows={page.rows}
          rowKey={({ id }) => id}
          sort={list.sort}
          onSort={(sort) => list.change({ sort })}
        />
      )}
      {pages > 1 && (
        <Pages
          label={title}
          number={Math.min(number, pages + 1)}
          pages={pages}
          onChange={(chosen) => list.change({ page: chosen })}
        />
      )}
    </Place>
  );
}

interface UnavailableProps {
  readonly problem: string | undefined;
  readonly missing: readonly string[];
}

function Unavailable({ problem, missing }: UnavailableProps) {
  return (
    <>
      {problem && <p className="unavailable">{problem}</p>}
      {missing.map((each) => (
        <p key={each} className="unavailable">
          Not available: {each}
        </p>
      ))}
    </>
  );
}

const TYPING_MS = 150;

interface SearchFieldProps {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, label, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  // Only typing changes the address.
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onChange(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Email, name, id…"
      value={text}
      onInput={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
}

interface DayFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

function DayField({ name, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="field inline">
      <label htmlFor={id}>{name === 'from' ? 'From' : 'To'}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

interface FilterFieldProps {
  readonly value: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly onChange: (value: string) => void;
}

function FilterField({ value, counts, onChange }: FilterFieldProps) {
  const id = useId();
  const names = [...new Set([...Object.keys(counts), ...(value === '' ? [] : [value])])].toSorted();
  return (
    <div className="field inline">
      <label htmlFor={id}>Filter</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">All</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')} ({counts[name] ?? 0})
          </option>
        ))}
      </select>
    </div>
  );
}
