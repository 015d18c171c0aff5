import { addToast } from './toast-list.ts';

export const notify = {
  success: (message: string) => addToast('success', message),
  failure: (message: string) => addToast('failure', message),
};
