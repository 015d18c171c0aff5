import { NamespaceChoice } from './NamespaceChoice.tsx';

interface HeaderProps {
  readonly namespaces: readonly string[];
  readonly siteUrl: string | null;
  readonly connected: boolean;
}

export function Header({ namespaces, siteUrl, connected }: HeaderProps) {
  return (
    <header className="top">
      <h1>Console</h1>
      <p className="about">View and control the state of the emulated services.</p>
      <NamespaceChoice names={namespaces} />
      {siteUrl && (
        <a href={siteUrl} target="_blank" rel="noreferrer">
          Open the site
        </a>
      )}
      <p className={connected ? 'link good' : 'link bad'} role="status">
        {connected ? 'Live' : 'Connecting…'}
      </p>
    </header>
  );
}
