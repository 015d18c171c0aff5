import { type Feature, joined } from './feature.ts';
import * as features from './features/features.ts';
import { CORE_ENDPOINTS } from './resources/endpoints.ts';

export const FEATURES: readonly Feature[] = Object.values(features);

export const HOOKS = joined(FEATURES);

export const ENDPOINTS = [...CORE_ENDPOINTS, ...FEATURES.flatMap(({ endpoints = [] }) => endpoints)];
