/** Each language has a program in the folder of the same name. */
export const LANGUAGES = ['python', 'go', 'java'] as const;

export type Language = (typeof LANGUAGES)[number];
