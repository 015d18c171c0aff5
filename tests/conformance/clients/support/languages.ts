/** Each has a program in the folder of its name. */
export const LANGUAGES = ['python', 'go', 'java'] as const;

export type Language = (typeof LANGUAGES)[number];
