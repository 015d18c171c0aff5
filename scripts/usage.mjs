/** What `npm … -- --help` prints, by verb. Plain JavaScript, so that it is there before anything is installed. */
export const USAGE = {
  start: `Usage: npm start [-- --fresh]

Builds what has changed and runs the whole product on this machine, every outside service emulated.

  --fresh        forget what earlier runs kept
  --help         print this and do nothing

Environment:
  PORT           port of the site (8080)
  HOST           address to listen on (127.0.0.1)
  CONSOLE_PORT   port of the emulator console (4000)
  DATA_DIR       folder for data and log (.data)
`,
};
