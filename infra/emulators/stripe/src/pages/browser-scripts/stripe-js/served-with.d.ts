/** URL of the emulator's pages, defined when the script is served. */
declare const PAGES: string;
/** The script's version: 3, or a release name. */
declare const VERSION: string | number;
