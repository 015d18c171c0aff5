import { NamespaceChoice } from './NamespaceChoice.tsx';

interface TopProps {
  readonly namespaces: readonly string[];
  readonly siteUrl: string | null;
  readonly connected: boolean;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export function Top({ namespaces, siteUrl, connected, onSearch, onShortcuts }: TopProps) {
  return (
    <header className="top">
      <p className="name">Console</p>
      <button type="button" className="search-button" onClick={onSearch}>
        Search everything <kbd>/</kbd>
      </button>
      <NamespaceChoice names={namespaces} />
      {siteUrl && (
        <a href={siteUrl} target="_blank" rel="noreferrer">
          Open the site
        </a>
      )}
      <button type="button" className="button plain" aria-label="Keyboard shortcuts" onClick={onShortcuts}>
        ?
      </button>
      <p className={connected ? 'link good' : 'link bad'} role="status">
        {connected ? 'Live' : 'Connecting…'}
      </p>
    </header>
  );
}
