import type { PlanName } from '@outharbor/contract/plans';

export interface PlanCardContent {
  readonly pitch: string;
  readonly pictureAlt: string;
}

export const RECOMMENDED_PLAN: PlanName = 'pro';

export const PLAN_CARDS: Record<PlanName, PlanCardContent> = {
  basic: {
    pitch: 'For a first route: outreach runs, you close.',
    pictureAlt: 'A small boat with one sail.',
  },
  pro: {
    pitch: 'For a sales team: we help you turn calls into deals.',
    pictureAlt: 'A boat with two sails and a pennant.',
  },
  business: {
    pitch: 'For new waters: we rework offer, profile and pitch with you.',
    pictureAlt: 'An icebreaker among ice floes.',
  },
};
