const MESSAGES = {
  slot_taken: 'That time was just taken. Please pick another one.',
  slot_unavailable: 'That time is not available. Please pick another one.',
  link_used: 'This link has been used or is not known.',
  unknown_booking: 'There is no such booking.',
  already_canceled: 'This event has already been canceled.',
} as const;

export type BookingErrorCode = keyof typeof MESSAGES;

export class BookingError extends Error {
  readonly code: BookingErrorCode;

  constructor(code: BookingErrorCode) {
    super(MESSAGES[code]);
    this.name = 'BookingError';
    this.code = code;
  }
}
