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
/** On phones, the surrounding page describes the event, and the calendar should be in view. */
const hiddenParts = () => ({
  hideGdprBanner: true,
  hideEventTypeDetails: matchMedia('(max-width: 43.99rem)').matches,
});
/** Scheduler shows a spinner, so the library's own is disabled. */
const NoSpinner = () => null;

export function Widget({ url }: { readonly url: string }) {
  const [pageSettings] = useState(() => ({ ...hiddenParts(), ...pageColours() }));
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
