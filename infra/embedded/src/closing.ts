// Part of what programs outside this folder assemble a stack from, as `assemble-by-hand.test.ts` lists.
export { allOrNothing, type Closable, Closing } from '@outharbor/emulator-kit/closing';
