import { useId, useState } from 'preact/hooks';
import type { JsonValue, ListPage, PersonRow } from '../../rows.ts';
import { Go } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { setQuery, useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';

interface Shown {
  readonly value: JsonValue;
  readonly children: number;
  readonly shown: number;
}

export function DatabasePlace() {
  const { overview } = useConsole();
  const { query } = useAddress();
  const path = query.get('path') ?? '';
  const q = query.get('q') ?? '';
  const reading = useRead<Shown>('database', overview.versions.database, { path, q });
  return (
    <Place title="Database" about={<Crumbs path={path} />}>
      <div className="filters">
        <input
          type="search"
          aria-label="Search the database"
          placeholder="Key or value"
          value={q}
          onInput={({ currentTarget }) => setQuery({ q: currentTarget.value }, 'replace')}
        />
      </div>
      <div className="panels">
        <Panel title={`/${path}`}>
          <Detail reading={reading}>{(shown) => <Content path={path} {...shown} />}</Detail>
        </Panel>
        <Panel title="Change a value">
          <Detail reading={reading}>
            {({ value, children, shown }) => (
              <Write
                key={`${path} ${q}`}
                path={path}
                value={q === '' && shown === children ? value : undefined}
              />
            )}
          </Detail>
        </Panel>
      </div>
    </Place>
  );
}

function Crumbs({ path }: { readonly path: string }) {
  const keys = path.split('/').filter(Boolean);
  return (
    <nav aria-label="Path">
      <Go to={['database']}>root</Go>
      {keys.map((key, index) => (
        <span key={keys.slice(0, index + 1).join('/')}>
          {' / '}
          <Go to={['database']} query={{ path: keys.slice(0, index + 1).join('/') }}>
            {key}
          </Go>
        </span>
      ))}
    </nav>
  );
}

function Content({ path, value, children, shown }: Shown & { readonly path: string }) {
  if (value === null) return <p className="empty">There is nothing here. The form writes a value.</p>;
  if (typeof value !== 'object') return <JsonView value={value} />;
  return (
    <>
      {shown < children && (
        <p className="empty">
          {shown} of {children} keys; the search finds the others.
        </p>
      )}
      <ul className="keys">
        {Object.entries(value as { readonly [key: string]: JsonValue }).map(([key, child]) => (
          <li key={key}>
            <Go to={['database']} query={{ path: path === '' ? key : `${path}/${key}` }}>
              {key}
            </Go>
            <JsonView value={child} openTo={0} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface WriteProps {
  readonly path: string;
  /** Undefined when only a part of it is shown, which must not replace the whole. */
  readonly value: JsonValue | undefined;
}

function Write({ path, value }: WriteProps) {
  const { act, overview } = useConsole();
  const [where, setWhere] = useState(path);
  const [json, setJson] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [as, setAs] = useState('administrator');
  const people = useRead<ListPage<PersonRow>>('lists/people', overview.versions.people, { limit: '200' });
  const id = useId();
  const accounts =
    people.state === 'read' ? people.value.rows.filter(({ state }) => !NO_ACCOUNT.includes(state)) : [];
  const write = (event: Event) => {
    event.preventDefault();
    void act('database/write', { path: where, json, as });
  };
  return (
    <form className="stacked" onSubmit={write}>
      <div className="field">
        <label htmlFor={`${id}-path`}>Path</label>
        <input
          id={`${id}-path`}
          value={where}
          onInput={({ currentTarget }) => setWhere(currentTarget.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-json`}>Value, as JSON; null removes it</label>
        <textarea
          id={`${id}-json`}
          rows={8}
          value={json}
          onInput={({ currentTarget }) => setJson(currentTarget.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-as`}>As</label>
        <select id={`${id}-as`} value={as} onChange={({ currentTarget }) => setAs(currentTarget.value)}>
          <option value="administrator">administrator, without rules</option>
          <option value="nobody">nobody signed in</option>
          {accounts.map(({ id: uid, email }) => (
            <option key={uid} value={uid}>
              {email}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button plain">
        Write
      </button>
    </form>
  );
}

const NO_ACCOUNT = ['customer', 'guest'];
