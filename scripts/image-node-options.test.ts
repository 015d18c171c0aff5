import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { imageNodeOptions } from './image-node-options.ts';

/** Megabytes of memory outside the heap that Node cannot release under pressure; a soak test measured 50. */
const NON_HEAP_MB = 64;

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const compose = (path: string) => parse(read(path), { merge: true }).services.api;
const deployment = () =>
  parseAllDocuments(read('infra/kubernetes/base/api.yaml'))
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'Deployment');

const LIMITS: Readonly<Record<string, () => string>> = {
  'docker-compose.yml': () => compose('docker-compose.yml').mem_limit,
  'docker-compose.live.yml': () => compose('docker-compose.live.yml').mem_limit,
  'infra/kubernetes/base/api.yaml': () =>
    deployment().spec.template.spec.containers[0].resources.limits.memory,
};

function toMegabytes(option: string): number {
  return Number(new RegExp(`--${option}=(\\d+)\\b`).exec(imageNodeOptions())?.[1]);
}

describe('the API heap', () => {
  // The young generation has three semi-spaces.
  const heap = toMegabytes('max-old-space-size') + 3 * toMegabytes('max-semi-space-size');

  it.each(Object.keys(LIMITS))('fits the container memory limit in %s', (file) => {
    const limit = /^(\d+)Mi?$/i.exec(LIMITS[file]?.() ?? '')?.[1];
    expect(heap + NON_HEAP_MB).toBeLessThanOrEqual(Number(limit));
  });
});
