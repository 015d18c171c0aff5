import type { ErrorCode } from '@outharbor/contract/errors';
import { MESSAGES } from '../../content/messages.ts';
import { ApiError } from '../../lib/api-client.ts';

const REASONS: Partial<Record<ErrorCode, string>> = {
  plan_already_active: MESSAGES.planAlreadyActive,
  plan_change_unpaid: MESSAGES.cardRejected,
  plan_managed: MESSAGES.planManaged,
  plan_not_for_sale: MESSAGES.planNotForSale,
};

/** What a toast says of a call that failed. */
export const failureMessage = (error: unknown): string =>
  (error instanceof ApiError && error.code && REASONS[error.code]) || MESSAGES.somethingWentWrong;
