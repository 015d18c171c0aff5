import { useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Banner } from './frame/Banner.tsx';
import { Navigation } from './frame/Navigation.tsx';
import { SearchDialog } from './frame/SearchDialog.tsx';
import { ShortcutsDialog } from './frame/ShortcutsDialog.tsx';
import { Top } from './frame/Top.tsx';
import { useShortcuts } from './frame/use-shortcuts.ts';
import { BookingsPlace } from './places/BookingsPlace.tsx';
import { DatabasePlace } from './places/DatabasePlace.tsx';
import { EventPlace, EventsPlace } from './places/EventsPlace.tsx';
import { MailPlace, MailsPlace } from './places/MailsPlace.tsx';
import { OverviewPlace } from './places/OverviewPlace.tsx';
import { PaymentPlace, PaymentsPlace } from './places/PaymentsPlace.tsx';
import { PeoplePlace } from './places/PeoplePlace.tsx';
import { PersonPlace } from './places/PersonPlace.tsx';
import { RequestPlace, RequestsPlace } from './places/RequestsPlace.tsx';
import { ScenariosPlace } from './places/ScenariosPlace.tsx';
import { StatePlace } from './places/StatePlace.tsx';
import { WebhookPlace, WebhooksPlace } from './places/WebhooksPlace.tsx';
import { ConsoleContext } from './state/console-context.ts';
import { currentNamespace } from './state/namespace.ts';
import { useActions } from './state/use-actions.ts';
import { useLiveOverview } from './state/use-live-overview.ts';

const PLACES = (
  <Routes>
    <Route path="/" element={<OverviewPlace />} />
    <Route path="/people" element={<PeoplePlace />} />
    <Route path="/people/:id" element={<PersonPlace />} />
    <Route path="/payments" element={<PaymentsPlace />} />
    <Route path="/payments/:id" element={<PaymentPlace />} />
    <Route path="/webhooks" element={<WebhooksPlace />} />
    <Route path="/webhooks/:id" element={<WebhookPlace />} />
    <Route path="/events" element={<EventsPlace />} />
    <Route path="/events/:id" element={<EventPlace />} />
    <Route path="/database" element={<DatabasePlace />} />
    <Route path="/bookings" element={<BookingsPlace />} />
    <Route path="/bookings/:id" element={<BookingsPlace />} />
    <Route path="/mails" element={<MailsPlace />} />
    <Route path="/mails/:id" element={<MailPlace />} />
    <Route path="/requests" element={<RequestsPlace />} />
    <Route path="/requests/:id" element={<RequestPlace />} />
    <Route path="/scenarios" element={<ScenariosPlace />} />
    <Route path="/state" element={<StatePlace />} />
  </Routes>
);

export function App() {
  const { overview, connected } = useLiveOverview(currentNamespace());
  const { act, busy, outcome, dismiss } = useActions();
  const [dialog, setDialog] = useState<'search' | 'shortcuts'>();
  const { pathname } = useLocation();
  useShortcuts(setDialog);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place begins at its top.
  useEffect(() => {
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Top
        namespaces={overview?.namespaces.ok ? overview.namespaces.value : []}
        siteUrl={overview?.siteUrl ?? null}
        connected={connected}
        onSearch={() => setDialog('search')}
        onShortcuts={() => setDialog('shortcuts')}
      />
      {overview ? (
        <ConsoleContext value={{ overview, act, busy }}>
          <Banner />
          <div className="frame">
            <Navigation />
            <main id="content">{PLACES}</main>
          </div>
        </ConsoleContext>
      ) : (
        <main>
          <p className="empty">Loading the services…</p>
        </main>
      )}
      {dialog === 'search' && <SearchDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog(undefined)} />}
      <div className="outcome" data-failed={outcome?.failed}>
        <p role="status">{busy ? 'Working…' : outcome?.text}</p>
        {outcome && (
          <button type="button" className="button plain" onClick={dismiss}>
            Dismiss
          </button>
        )}
      </div>
    </>
  );
}
