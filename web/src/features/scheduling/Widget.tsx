import { lazy, Suspense } from 'react';
import { BOOKING } from '../../content/booking.ts';
import { logError } from '../../lib/log.ts';

const loadLibrary = () => import('react-calendly');
const InlineWidget = lazy(async () => ({ default: (await loadLibrary()).InlineWidget }));

/** Fetches the library while the widget's address is asked for. */
export function preloadWidget(): void {
  loadLibrary().catch((error: unknown) => logError('The scheduling widget is not loaded', error));
}

/** The library asks for 320 pixels, of which the smallest phones would not see the last ones. */
const SIZE = { height: '900px', minWidth: '0' };
const NO_BANNER = { hideGdprBanner: true };
/** The section around it shows the spinner, so the library's own is left empty. */
const NoSpinner = () => null;

export function Widget({ url }: { readonly url: string }) {
  return (
    <Suspense fallback={<div className="calendly-inline-widget" style={SIZE} />}>
      <InlineWidget
        url={url}
        styles={SIZE}
        pageSettings={NO_BANNER}
        iframeTitle={BOOKING.frameTitle}
        LoadingSpinner={NoSpinner}
      />
    </Suspense>
  );
}
