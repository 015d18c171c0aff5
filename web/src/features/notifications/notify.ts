import { createElement } from 'react';
import { toast } from 'sonner';
import { Icon } from '../../ui/Icon.tsx';

/** Milliseconds that a toast stays. */
export const TOAST_DURATION = 3000;

export const notify = {
  success: (message: string) => toast.success(message, { icon: createElement(Icon, { name: 'check' }) }),
  failure: (message: string) => toast.error(message, { icon: createElement(Icon, { name: 'warning' }) }),
};
