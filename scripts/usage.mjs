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
  rehearse: `Usage: npm run rehearse [-- --docker] [--latency <ms>] [--rate-limits]

Runs the product in its live settings, with the emulators behind the real names, and prints how to open it.

  --docker       the live images and compose file, instead of processes of this machine
  --latency <ms> what the way to every service takes, each way; some 75 to another continent
  --rate-limits  those of a live Stripe account
  --help         print this and do nothing

Environment, with --docker:
  PORT           port of the site without TLS (8080)
  STAGE_PORT     port of the stage, where the browser is led (8443)
`,
  reconcile: `Usage: npm run reconcile [-- --live]

Compares what Stripe knows with every stored plan, repairs what differs, and says what it did.

  --live         take the settings from .env and the folder of secrets, as docker-compose.live.yml does,
                 instead of the variables of the environment
  --help         print this and do nothing
`,
};
