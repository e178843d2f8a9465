import { hasPassed } from './has-passed';
import type { Campaign } from './types';

const DAY_MS = 86_400_000;

/** Whether the days after the end of the campaign before it have passed, so that a follow-up begins once it is activated. */
export const isDue = ({ follows, followDays }: Pick<Campaign, 'follows' | 'followDays'>): boolean =>
  !!follows?.endedAt && hasPassed(new Date(Date.parse(follows.endedAt) + followDays * DAY_MS).toISOString());
