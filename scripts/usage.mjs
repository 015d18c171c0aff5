/** Help text by verb. Plain JavaScript, so that it works before anything is installed. */
export const USAGE = {
  start: `Usage: npm start [-- --fresh]

Builds what has changed and runs the whole product on this machine with all external services emulated.

  --fresh        delete the data of earlier runs
  --help         print this help and exit

Environment:
  PORT           site port (8080)
  HOST           address to listen on (127.0.0.1)
  CONSOLE_PORT   emulator console port (4000)
  DATA_DIR       folder for data and log (.data)
`,
  dev: `Usage: npm run dev [-- --fresh] [--inspect[=<port>]]

Runs what npm start runs, from the sources: changes of the site are shown at once, and the API and the emulators start
again when theirs change. Options and environment are those of npm start. .env.dev names a Stripe test account or a
Firebase project of your own: docs/development.md.

  --inspect      let a debugger attach to the API; --inspect-brk waits for it
`,
  rehearse: `Usage: npm run rehearse [-- --docker] [--latency <ms>] [--rate-limits]

Runs the product with its live settings behind emulated Google, Stripe and Calendly, and prints how to open it.

  --docker       run the live images and compose file instead of local processes
  --latency <ms> one-way latency to every service; about 75 to another continent
  --rate-limits  apply the rate limits of a live Stripe account
  --help         print this help and exit

Environment, with --docker:
  PORT           site port without TLS (8080)
  STAGE_PORT     stage port, which the browser connects to (8443)
`,
  'live-init': `Usage: npm run live:init -- --stripe-key-file <file> [--service-account-file <file>] [options]

Writes what the live site needs into .env and the secrets folder, with the modes that the containers need, creates the
products, prices, portal and webhook endpoint in Stripe, prints what is left to click, and runs the doctor. Asks for what is
not given. Overwrites nothing, so it can be run again. Needs root or group 1000.

  --public-url, --project, --api-key, --database, --widget <value>
                 PUBLIC_URL, FIREBASE_PROJECT_ID, FIREBASE_API_KEY, FIREBASE_DATABASE_URL, SCHEDULING_URL
  --setup-key-file <file>
                 another Stripe key for the set-up, to be deleted afterwards
  --folder <folder>
                 where .env and secrets/ are (this clone)
  --help         print this help and exit
`,
  doctor: `Usage: npm run doctor [-- --json]

Checks the live settings in .env and the secrets folder, and the accounts behind them, and prints what to do.
Changes nothing. Exits with 0 if nothing is wrong, 1 if something is, and otherwise 2 if it could not look.

  --json         print {"todo": [], "unchecked": []}
  --help         print this help and exit
`,
  cluster: `Usage: npm run cluster [-- --yes]

Tests the Kubernetes manifests on the cluster of the current context, in a namespace of its own. Says which context that
is, and asks first.

  --yes          do not ask
  --help         print this help and exit
`,
  reconcile: `Usage: npm run reconcile [-- --live] [--even-many]

Compares every stored plan with Stripe, repairs the differences and prints a report.

  --live         read settings from .env and the secrets folder, as docker-compose.live.yml does,
                 instead of environment variables
  --even-many    also take away more than a fifth of all plans or accounts at once
  --help         print this help and exit
`,
};
