import { useEffect } from 'react';
import { BOOKING } from '../../content/booking.ts';
import { BRAND } from '../../content/brand.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ScriptNotice } from '../../ui/ScriptNotice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useWidget } from './use-widget.ts';
import { preloadWidget, Widget } from './Widget.tsx';

/** The scheduling widget, with a spinner until it is ready and a fallback link if it does not respond. */
export function Scheduler() {
  const { status, url } = useWidget();
  useEffect(preloadWidget, []);
  return (
    <section className="scheduler panel" aria-label={BOOKING.frameTitle} aria-busy={status === 'loading'}>
      <div role="status">
        {status === 'loading' && (
          <p className="scheduler-loading needs-script">
            <Spinner />
            {BOOKING.loading}
          </p>
        )}
        {status === 'silent' && (
          <p className="notice">
            {BOOKING.unavailable}{' '}
            {url ? (
              <a href={url} target="_blank" rel="noopener">
                {BOOKING.openInNewTab} <Icon name="external" />
              </a>
            ) : (
              <a href={`mailto:${BRAND.email}`}>{BRAND.email}</a>
            )}
          </p>
        )}
      </div>
      <ScriptNotice text={BOOKING.withoutScript} />
      {url && <Widget url={url} />}
    </section>
  );
}
