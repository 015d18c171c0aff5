interface HeaderProps {
  readonly siteUrl: string | null;
  readonly connected: boolean;
}

export function Header({ siteUrl, connected }: HeaderProps) {
  return (
    <header className="top">
      <h1>Console</h1>
      <p className="about">What the emulated services hold, and switches to drive them.</p>
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
