/** Address of the emulator's pages, which the script is served with. */
declare const PAGES: string;
/** What the script calls itself: 3, or the name of a release. */
declare const VERSION: string | number;
