import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files. Started last, they would keep one worker busy while the others are idle. */
const SLOWEST = [
  'tests/product/product.test.ts',
  'tests/browser/account-by-keyboard.test.ts',
  'tests/everywhere/browser/return-engines.test.ts',
  'tests/everywhere/browser/embedded-door.test.ts',
  'tests/everywhere/browser/rehearsal.test.ts',
  'tests/everywhere/browser/site-release.test.ts',
];

const isSlowest = ({ moduleId }: TestSpecification) => SLOWEST.some((file) => moduleId.endsWith(`/${file}`));

/** Vitest orders files by earlier durations, which a new machine does not have. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlowest), ...sorted.filter((file) => !isSlowest(file))];
  }
}
