/** `npm run stack:logs`: follows the logs of the emulated stack, or with `-- api` those of one service. */
import { compose } from './compose.ts';

await compose('logs', '--follow', '--tail', '200');
