export const HOUR = 3600;
export const DAY = 86_400;

export const APRIL = Date.UTC(2027, 3, 1) / 1000;
/** April has thirty days, so that half of it is fifteen. */
export const MIDDLE = APRIL + 15 * DAY;
export const MAY = Date.UTC(2027, 4, 1) / 1000;
export const JUNE = Date.UTC(2027, 5, 1) / 1000;
export const JULY = Date.UTC(2027, 6, 1) / 1000;
