import { lazy, Suspense, useState } from 'react';
import { BOOKING } from '../../content/booking.ts';
import { logError } from '../../lib/log.ts';
import { loadChunk } from '../../lib/renew.ts';
import { pageColours } from './page-colours.ts';

const loadLibrary = () => loadChunk(() => import('react-calendly'));
const InlineWidget = lazy(async () => ({ default: (await loadLibrary()).InlineWidget }));

/** Fetches the library in parallel with the runtime config. */
export function preloadWidget(): void {
  loadLibrary().catch((error: unknown) => logError('The scheduling widget was not loaded', error));
}

/** The library's default minimum of 320 pixels is too wide for the smallest phones. */
const SIZE = { height: '900px', minWidth: '0' };
/** The surrounding page already describes the event. */
const HIDDEN_PARTS = { hideGdprBanner: true, hideEventTypeDetails: true };
/** Scheduler shows a spinner, so the library's own is disabled. */
const NoSpinner = () => null;

export function Widget({ url }: { readonly url: string }) {
  const [pageSettings] = useState(() => ({ ...HIDDEN_PARTS, ...pageColours() }));
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
