/** `npm run stack:up`: builds what has changed, starts the emulated stack and waits until it is healthy. */
import { compose } from './compose.ts';

await compose('up', '--build', '--detach', '--wait');
if (process.exitCode === undefined) {
  console.log(`Site: http://localhost:${process.env.PORT ?? 8080}`);
  console.log(`Console: http://localhost:${process.env.CONSOLE_PORT ?? 4000}`);
}
