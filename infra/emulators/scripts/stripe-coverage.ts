import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/step.ts';
import { coverageTable, measureCoverage } from '../stripe/src/control/coverage.ts';
import { ENDPOINTS } from '../stripe/src/resources/endpoints.ts';

await writeFile(join(ROOT, 'infra/emulators/stripe/COVERAGE.md'), coverageTable(measureCoverage(ENDPOINTS)));
