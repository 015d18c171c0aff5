import type { PlanName } from '@outharbor/contract/plans';
import basic from '../../ui/pictures/plan-basic.svg?raw';
import business from '../../ui/pictures/plan-business.svg?raw';
import pro from '../../ui/pictures/plan-pro.svg?raw';

export const PLAN_PICTURES: Record<PlanName, string> = { basic, pro, business };
