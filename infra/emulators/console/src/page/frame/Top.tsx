import { useEffect, useRef } from 'preact/hooks';
import type { Area } from '../../rows.ts';
import { Choice } from '../parts/Form.tsx';
import { Go } from '../parts/Go.tsx';
import { useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { currentNamespace, showNamespace } from '../state/namespace.ts';
import { PLACES } from './places.ts';
import type { useShortcuts } from './use-shortcuts.ts';

interface TopProps {
  readonly connected: boolean;
  readonly onOpen: Parameters<typeof useShortcuts>[0];
}

const DAY = new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium' });

/** What changes its width stands last, so that it moves nothing. */
export function Top({ connected, onOpen }: TopProps) {
  const { clocks, faults, ...overview } = useConsole().overview;
  const aheadMs = clocks.stripe ?? clocks.scheduling ?? 0;
  return (
    <header className="top">
      <p className="name">Console</p>
      <button type="button" className="search-button" onClick={() => onOpen('search')}>
        Search everything <kbd>/</kbd>
      </button>
      <p className={connected ? 'link good' : 'link bad'} role="status">
        {connected ? 'Live' : 'Connecting…'}
      </p>
      <button
        type="button"
        className="button plain"
        aria-label="Keyboard shortcuts"
        onClick={() => onOpen('shortcuts')}
      >
        ?
      </button>
      <NamespaceChoice names={overview.namespaces.ok ? overview.namespaces.value : []} />
      {overview.siteUrl && (
        <a href={overview.siteUrl} target="_blank" rel="noreferrer">
          Open the site
        </a>
      )}
      <Go to={['state']}>Clock: {aheadMs < 60_000 ? 'today' : DAY.format(Date.now() + aheadMs)}</Go>
      <Go to={['scenarios']}>
        {faults.length} {faults.length === 1 ? 'fault' : 'faults'}
      </Go>
    </header>
  );
}

/** Selects the namespace to show. Renders nothing while there is only one. */
function NamespaceChoice({ names }: { readonly names: readonly string[] }) {
  const current = currentNamespace();
  const all = [...new Set([...names, ...(current === null ? [] : [current])])].toSorted();
  if (all.length === 0) return null;
  return (
    <Choice
      label="Namespace"
      inline
      value={current ?? ''}
      options={[['', 'None'], ...all]}
      onChoose={showNamespace}
    />
  );
}

/** In pixels; on a phone the row scrolls, and shows that there is something to the left. */
const BEFORE_CURRENT = 60;

export function Navigation() {
  const { overview } = useConsole();
  const { place } = useAddress();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    list.current?.scrollTo(current ? current.offsetLeft - BEFORE_CURRENT : 0, 0);
  }, [place]);
  return (
    <nav className="places" aria-label="Places">
      <ul ref={list}>
        {PLACES.map(({ path, title }) => (
          <li key={path}>
            <Go to={[path]} current={path === place}>
              {title}
              {path in overview.counts && <small>{overview.counts[path as Area]}</small>}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}
