import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coverageOf, coverageTable } from '../infra/emulators/stripe/src/control/coverage.ts';
import { ENDPOINTS } from '../infra/emulators/stripe/src/resources/endpoints.ts';
import { ROOT } from './step.ts';

await writeFile(join(ROOT, 'infra/emulators/stripe/COVERAGE.md'), coverageTable(coverageOf(ENDPOINTS)));
