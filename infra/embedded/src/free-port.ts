// Part of what programs outside this folder assemble a stack from, as `assemble-by-hand.test.ts` lists.
export { freePort, type ReservedPort, reservePort } from '@outharbor/emulator-kit/free-port';
