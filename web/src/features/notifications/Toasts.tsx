import { Toaster } from 'sonner';
import { useMounted } from '../../ui/use-mounted.ts';
import { TOAST_DURATION } from './notify.ts';

/** Where toasts appear: bottom right, announced politely, closed by themselves or by their button. */
export function Toasts() {
  const mounted = useMounted();
  if (!mounted) return null;
  return (
    <Toaster
      position="bottom-right"
      duration={TOAST_DURATION}
      closeButton
      toastOptions={{ className: 'toast', closeButtonAriaLabel: 'Close notification' }}
    />
  );
}
