import type { BookingConfirmation } from '../../widget/widget-config.ts';
import { element } from './page-elements.ts';
import { rangeIn } from './zoned-times.ts';

const STEPS = ['loading', 'failure', 'pick', 'details', 'confirmed'] as const;
export type Step = (typeof STEPS)[number];

export function showStep(step: Step): void {
  for (const name of STEPS) element(name, HTMLElement).hidden = name !== step;
}

export function showFailure(message: string): void {
  element('failure-text', HTMLElement).textContent = message;
  showStep('failure');
}

export function showConfirmation(confirmation: BookingConfirmation, timeZone: string): void {
  const { start, end } = confirmation;
  element('confirmed-email', HTMLElement).textContent = confirmation.email;
  element('confirmed-time', HTMLElement).textContent = `${rangeIn(timeZone, start, end)} (${timeZone})`;
  element('calendar-file', HTMLAnchorElement).href = confirmation.calendarFileUrl;
  // The embedding page's settings, such as its colours, apply to the booking's pages too.
  element('reschedule', HTMLAnchorElement).href = confirmation.rescheduleUrl + location.search;
  element('cancel', HTMLAnchorElement).href = confirmation.cancelUrl + location.search;
  showStep('confirmed');
  element('confirmed-title', HTMLElement).focus();
}
