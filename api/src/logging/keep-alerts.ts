import { appendFileSync, renameSync, statSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const ROTATED_ABOVE_BYTES = 5 * 1024 * 1024;
/** Quotes inside a value are escaped, so only a field of ours matches. */
const ALERT = '"alert":"';

/**
 * Passes lines on, and also appends those with `alert` to a file that outlives the process and its container. Above 5
 * MB the file replaces `<file>.1`. Several processes may share it. Throws if it cannot be written at the start.
 */
export function keepAlerts(output: DestinationStream, file: string): DestinationStream {
  append(file, '');
  return {
    write(line) {
      output.write(line);
      if (!line.includes(ALERT)) return;
      try {
        append(file, line);
      } catch (error) {
        process.stderr.write(`${JSON.stringify({ level: 'error', msg: `ALERT_LOG: ${String(error)}` })}\n`);
      }
    },
  };
}

function append(file: string, line: string): void {
  appendFileSync(file, line);
  if (statSync(file).size > ROTATED_ABOVE_BYTES) renameSync(file, `${file}.1`);
}
