import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. Begun last, they would keep one worker busy while the others have nothing left to do. */
const SLOWEST = [
  'tests/integration/containers/swarm.test.ts',
  'tests/integration/containers/product.test.ts',
  'tests/browser/return-engines.test.ts',
  'tests/browser/account-by-keyboard.test.ts',
  'tests/browser/rehearsal-firefox.test.ts',
  'tests/browser/return.test.ts',
  'tests/browser/rehearsal.test.ts',
  'tests/browser/site-release.test.ts',
  'tests/browser/loop.test.ts',
];

const isSlowest = ({ moduleId }: TestSpecification) => SLOWEST.some((file) => moduleId.endsWith(`/${file}`));

/** On a machine that has not run the tests before, nobody knows how long they take. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}
