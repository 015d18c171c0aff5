import { rejected } from '../../description/api-error.ts';
import { SECONDS_A_DAY } from '../clock/calendar.ts';

const FIVE_YEARS_OF_SECONDS = 5 * 365 * SECONDS_A_DAY;

/** A moment at which something stops to be redeemable. */
export function rejectPast(moment: number | undefined, now: number, param: string): void {
  if (moment === undefined || moment > now) return;
  throw rejected(
    `The parameter \`${param}\` expects a unix timestamp representing a date and time in the future. You specified the value \`${moment}\` which is in the past.`,
    { param },
  );
}

export function rejectFarFuture(moment: number | undefined, now: number, param: string): void {
  if (moment === undefined || moment - now <= FIVE_YEARS_OF_SECONDS) return;
  throw rejected('Invalid timestamp: can be no more than five years in the future', { param });
}

const LONGEST_TRIAL_DAYS = 730;

export function checkTrialEnd(end: number, now: number): void {
  rejectPast(end, now, 'trial_end');
  rejectFarFuture(end, now, 'trial_end');
  if (end - now <= LONGEST_TRIAL_DAYS * SECONDS_A_DAY) return;
  throw rejected(`The maximum number of trial period days is ${LONGEST_TRIAL_DAYS} (2 years).`, {
    param: 'trial_end',
  });
}
