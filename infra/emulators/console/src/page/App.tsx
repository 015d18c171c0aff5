import { Header } from './sections/Header.tsx';
import { Sections } from './sections/Sections.tsx';
import { ConsoleContext } from './state/console-context.ts';
import { useActions } from './state/use-actions.ts';
import { useLiveSnapshot } from './state/use-live-snapshot.ts';

export function App() {
  const { snapshot, connected } = useLiveSnapshot();
  const { act, busy, outcome, dismiss } = useActions();
  return (
    <ConsoleContext value={{ act, busy }}>
      <Header
        namespaces={snapshot?.namespaces.ok ? snapshot.namespaces.value : []}
        siteUrl={snapshot?.siteUrl ?? null}
        connected={connected}
      />
      <main>
        {snapshot ? <Sections snapshot={snapshot} /> : <p className="empty">Loading the services…</p>}
      </main>
      <div className="outcome" data-failed={outcome?.failed}>
        <p role="status">{busy ? 'Working…' : outcome?.text}</p>
        {outcome && (
          <button type="button" className="button plain" onClick={dismiss}>
            Dismiss
          </button>
        )}
      </div>
    </ConsoleContext>
  );
}
