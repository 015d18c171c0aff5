import * as features from '../extensions/extensions.ts';
import { type Feature, joined } from '../kinds/extension.ts';
import { CORE_ENDPOINTS } from './endpoints.ts';

export const FEATURES: readonly Feature[] = Object.values(features);

export const HOOKS = joined(FEATURES);

export const ENDPOINTS = [...CORE_ENDPOINTS, ...FEATURES.flatMap(({ endpoints = [] }) => endpoints)];
