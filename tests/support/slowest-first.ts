import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files. Started last, they would keep one worker busy while the others are idle. */
const SLOWEST = [
  'tests/product/product.test.ts',
  'tests/abuse/api-process.test.ts',
  'tests/abuse/stripe-faults.test.ts',
  'tests/abuse/account-deletion.test.ts',
  'tests/everywhere/browser/return-engines.test.ts',
  'tests/everywhere/browser/embedded-door.test.ts',
  'tests/everywhere/browser/rehearsal.test.ts',
  'tests/everywhere/browser/site-release.test.ts',
];

/** Projects with long files first, so that short files fill the end of a group. */
const PROJECTS = ['product', 'integration', 'conformance', 'unit'];

const isSlowest = ({ moduleId }: TestSpecification) => SLOWEST.some((file) => moduleId.endsWith(`/${file}`));

const rank = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);

/** Vitest orders files by earlier durations, which a new machine does not have, and mixes projects. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slowestFirst = [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
    // A worker that goes on with a file of the same project keeps its modules.
    return slowestFirst.toSorted((a, b) => rank(a) - rank(b));
  }
}
