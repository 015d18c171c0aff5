import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files. Started last, they would keep one worker busy while the others are idle. */
const SLOWEST = [
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

/** Vitest orders files by earlier durations, which a new machine does not have. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}
