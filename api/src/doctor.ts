/** `node bundle/doctor.mjs` in the image: what `npm run doctor` does, with the container's settings. */
import { reportFindings } from './doctor/report.ts';

process.exitCode = await reportFindings(process.env, process.stdout);
