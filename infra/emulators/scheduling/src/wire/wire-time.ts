/** Calendly's times have microseconds, so they are not equal to what JavaScript writes for the same instant. */
export const wireTime = (iso: string): string => iso.replace(/(\.\d{3})Z$/, '$1000Z');
