import type { ComponentType } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { AREAS } from '../rows.ts';
import type { Overview } from '../server/views.ts';
import { Banner } from './frame/Banner.tsx';
import { SearchDialog } from './frame/SearchDialog.tsx';
import { ShortcutsDialog } from './frame/ShortcutsDialog.tsx';
import { Navigation, Top } from './frame/Top.tsx';
import { useShortcuts } from './frame/use-shortcuts.ts';
import { ActionButton } from './parts/ActionButton.tsx';
import { Go } from './parts/Go.tsx';
import { Place } from './parts/Place.tsx';
import { DatabasePlace } from './places/DatabasePlace.tsx';
import { DetailPlace } from './places/DetailPlace.tsx';
import { ListPlace } from './places/ListPlace.tsx';
import { titleOf } from './places/lists.tsx';
import { OverviewPlace } from './places/OverviewPlace.tsx';
import { ScenariosPlace } from './places/ScenariosPlace.tsx';
import { StatePlace } from './places/StatePlace.tsx';
import { useAddress } from './state/address.ts';
import { ConsoleContext, useConsole } from './state/console-context.ts';
import { type Action, useActions } from './state/use-actions.ts';
import { useLiveOverview } from './state/use-live-overview.ts';

const WHOLE: Readonly<Record<string, ComponentType>> = {
  '': OverviewPlace,
  database: DatabasePlace,
  scenarios: ScenariosPlace,
  state: StatePlace,
};

/** Another place begins at its top, and one that Back comes to where it was left, once it is as long again. */
function comeToPosition() {
  const { scrollY: left = 0 } = (history.state ?? {}) as { readonly scrollY?: number };
  scrollTo(0, left);
  if (left === 0) return;
  const grown = new ResizeObserver(() => {
    scrollTo(0, left);
    if (scrollY >= left - 1) grown.disconnect();
  });
  grown.observe(document.body);
  const stop = setTimeout(() => grown.disconnect(), 2_000);
  return () => {
    clearTimeout(stop);
    grown.disconnect();
  };
}

function Content({ place, id }: { readonly place: string; readonly id: string | undefined }) {
  const area = AREAS.find((each) => each === place);
  const Whole = WHOLE[place];
  if (area && id !== undefined) return <DetailPlace key={area + id} area={area} id={id} />;
  if (area) return <ListPlace key={area} area={area} />;
  if (Whole && id === undefined) return <Whole key={place} />;
  return (
    <Place title="Nothing is here">
      <p className="empty">
        The address names no place of the console. Begin at the <Go to={['']}>overview</Go>.
      </p>
    </Place>
  );
}

export function App() {
  const { overview, connected } = useLiveOverview();
  const { act, actions, dismiss } = useActions();
  const longest = actions.find(({ outcome }) => outcome === undefined);
  const [dialog, setDialog] = useState<'search' | 'shortcuts'>();
  const { place, id } = useAddress();
  useShortcuts(setDialog);
  useEffect(comeToPosition, [place, id]);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {overview ? (
        <ConsoleContext value={{ overview, act }}>
          <Top connected={connected} onOpen={setDialog} />
          <Banner />
          <div className="frame">
            <Navigation />
            <main id="content">
              <Content place={place} id={id} />
            </main>
          </div>
          <div className="outcomes" role="status">
            {actions.map((action) => (
              <Outcome
                key={action.started}
                action={action}
                onDismiss={() => dismiss(action)}
                working={action === longest ? overview.working : null}
              />
            ))}
          </div>
          {dialog === 'search' && <SearchDialog onClose={() => setDialog(undefined)} />}
          {dialog === 'shortcuts' && <ShortcutsDialog onClose={() => setDialog(undefined)} />}
        </ConsoleContext>
      ) : (
        <main>
          <p className="empty">Loading the services…</p>
        </main>
      )}
    </>
  );
}

interface OutcomeProps {
  readonly action: Action;
  readonly onDismiss: () => void;
  readonly working: Overview['working'];
}

/** What became of an action, or how far it is. */
function Outcome({ action: { name, waiting, outcome }, onDismiss, working }: OutcomeProps) {
  const { overview, act } = useConsole();
  const before = overview.snapshots.find(({ said }) => said === outcome?.text);
  const id = useId();
  return (
    <div className="outcome" data-failed={outcome?.failed}>
      <p>{outcome?.text ?? `${titleOf(name.replaceAll(/\W/g, ' '))}… The page can be used meanwhile.`}</p>
      {working && (
        <div className="working">
          <label htmlFor={id}>{working.what}</label>
          <progress id={id} value={working.done} max={working.of} />
          <span>
            {working.done} of {working.of}
          </span>
        </div>
      )}
      {before && <ActionButton onPress={() => act('snapshots/load', { name: before.id })}>Undo</ActionButton>}
      {outcome ? (
        <ActionButton onPress={onDismiss}>Dismiss</ActionButton>
      ) : (
        <ActionButton onPress={() => waiting.abort()}>Stop waiting</ActionButton>
      )}
    </div>
  );
}
