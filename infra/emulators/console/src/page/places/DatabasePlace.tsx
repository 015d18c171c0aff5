import { useState } from 'preact/hooks';
import type { JsonValue } from '../../json-value.ts';
import type { ListPage, RowsByArea } from '../../rows.ts';
import type { ShownPart } from '../../server/read-routes.ts';
import { Choice, Field, Form, Input } from '../parts/Form.tsx';
import { Go } from '../parts/Go.tsx';
import { JsonView } from '../parts/JsonView.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Detail, Place } from '../parts/Place.tsx';
import { setQuery, useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { useRead } from '../state/use-read.ts';

export function DatabasePlace() {
  const { overview } = useConsole();
  const { query } = useAddress();
  const path = query.get('path') ?? '';
  const q = query.get('q') ?? '';
  const reading = useRead<ShownPart>('database', overview.versions.database, { path, q });
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
      <Detail reading={reading}>
        {(part) => (
          <div className="panels">
            <Panel title={`/${path}`}>
              <Content path={path} {...part} />
            </Panel>
            <Panel title="Change a value">
              <Write
                key={`${path} ${q}`}
                path={path}
                value={q === '' && part.shown === part.children ? part.value : undefined}
              />
            </Panel>
          </div>
        )}
      </Detail>
    </Place>
  );
}

function Crumbs({ path }: { readonly path: string }) {
  const keys = path.split('/').filter(Boolean);
  const places = keys.map((key, index) => ({ key, to: keys.slice(0, index + 1).join('/') }));
  return (
    <nav aria-label="Path">
      <Go to={['database']}>root</Go>
      {places.map(({ key, to }) => (
        <span key={to}>
          {' / '}
          <Go to={['database']} query={{ path: to }}>
            {key}
          </Go>
        </span>
      ))}
    </nav>
  );
}

function Content({ path, value, children, shown }: ShownPart & { readonly path: string }) {
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

/** The value is undefined when only a part of it is shown, which must not replace the whole. */
function Write({ path, value }: { readonly path: string; readonly value: JsonValue | undefined }) {
  const [json] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const { act, overview } = useConsole();
  const people = useRead<ListPage<RowsByArea['people']>>('lists/people', overview.versions.people, {
    limit: '200',
  });
  const rows = people.state === 'read' ? people.value.rows : [];
  const accounts = rows.filter(({ state }) => !NO_ACCOUNT.includes(state));
  const write = (fields: FormData) => {
    const [where = '', json = '', as = ''] = ['path', 'json', 'as'].map((name) => String(fields.get(name)));
    return act('database/write', { path: where, json, as });
  };
  return (
    <Form submit="Write" stacked onSubmit={write}>
      <Input label="Path" name="path" defaultValue={path} />
      <Field label="Value, as JSON; null removes it">
        {(id) => <textarea id={id} name="json" rows={8} defaultValue={json} />}
      </Field>
      <Choice
        label="As"
        name="as"
        options={[
          ['administrator', 'administrator, without rules'],
          ['nobody', 'nobody signed in'],
          ...accounts.map(({ id, email }): [string, string] => [id, email]),
        ]}
      />
    </Form>
  );
}

const NO_ACCOUNT = ['customer', 'guest'];
