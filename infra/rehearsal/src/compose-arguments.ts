/** Arguments of `docker compose` for a rehearsal in containers. */
export const COMPOSE_ARGUMENTS = [
  ...['--env-file', 'infra/rehearsal/settings.env'],
  ...['-f', 'docker-compose.live.yml', '-f', 'docker-compose.rehearsal.yml'],
] as const;

const PRINT_REPORT =
  "fetch('http://127.0.0.1:4600/').then((answer) => answer.text()).then((text) => process.stdout.write(text))";

/** Prints a `StageReport`; its port is not published. */
export const REPORT_ARGUMENTS = ['exec', '-T', 'stage', 'node', '-e', PRINT_REPORT] as const;
