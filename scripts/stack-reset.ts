/** `npm run stack:reset`: removes the emulated stack and all its data, then starts it again. */
import { compose } from './compose.ts';

await compose('down', '--volumes', '--remove-orphans');
if (process.exitCode === undefined) await compose('up', '--build', '--detach', '--wait');
