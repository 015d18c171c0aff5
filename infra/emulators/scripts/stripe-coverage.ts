import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { coverageTable, measureCoverage } from '../stripe/src/server/control/coverage.ts';
import { ENDPOINTS } from '../stripe/src/server/installed.ts';
import { ROOT } from '../tests/support/repository-root.ts';

await writeFile(join(ROOT, 'infra/emulators/stripe/COVERAGE.md'), coverageTable(measureCoverage(ENDPOINTS)));
