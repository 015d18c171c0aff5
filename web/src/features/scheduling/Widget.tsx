import { lazy, Suspense, useState } from 'react';
import { BOOKING } from '../../content/booking.ts';
import { logError } from '../../lib/log.ts';
import { part } from '../../lib/renew.ts';
import { pageColours } from './page-colours.ts';

const loadLibrary = () => part(() => import('react-calendly'));
const InlineWidget = lazy(async () => ({ default: (await loadLibrary()).InlineWidget }));

/** Fetches the library while the widget's address is asked for. */
export function preloadWidget(): void {
  loadLibrary().catch((error: unknown) => logError('The scheduling widget is not loaded', error));
}

/** The library asks for 320 pixels, of which the smallest phones would not see the last ones. */
const SIZE = { height: '900px', minWidth: '0' };
/** The page around the widget has introduced the session. */
const QUIET = { hideGdprBanner: true, hideEventTypeDetails: true };
/** The section around it shows the spinner, so the library's own is left empty. */
const NoSpinner = () => null;

export function Widget({ url }: { readonly url: string }) {
  const [pageSettings] = useState(() => ({ ...QUIET, ...pageColours() }));
  return (
    <Suspense fallback={<div className="calendly-inline-widget" style={SIZE} />}>
      <InlineWidget
        url={url}
        styles={SIZE}
        pageSettings={pageSettings}
        iframeTitle={BOOKING.frameTitle}
        LoadingSpinner={NoSpinner}
      />
    </Suspense>
  );
}
