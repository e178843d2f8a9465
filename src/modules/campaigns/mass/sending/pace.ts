import type { Channel, ChannelRates } from '../../../channels/connections/channels/channel.js';
import type { Connection } from '../../../channels/connections/connection.entity.js';
import type { Campaign } from '../campaign.entity.js';
import type { PreparedCampaign } from '../editing/campaign-content.service.js';

/** Messages a second that the provider accepts, or intervals in seconds for channels without a rate. */
export type Pace =
  | { readonly kind: 'rate'; readonly perSecond: number }
  | {
      readonly kind: 'intervals';
      readonly interval: number;
      readonly greaterAfter: number;
      readonly greaterInterval: number;
    };

/** undefined: the channel has no rate. */
export const rateOf = (
  { messagesPerSecond }: Pick<Connection, 'messagesPerSecond'>,
  rates: ChannelRates | null,
): Extract<Pace, { kind: 'rate' }> | undefined =>
  rates ? { kind: 'rate', perSecond: messagesPerSecond ?? rates.perSecond } : undefined;

export function paceOf(
  campaign: Pick<Campaign, 'messageInterval' | 'longerIntervalAfter' | 'greaterInterval'>,
  { connection, settings }: Pick<PreparedCampaign, 'connection' | 'settings'>,
  { rates, capabilities: { minCampaignInterval = 0 } }: Pick<Channel, 'rates' | 'capabilities'>,
): Pace {
  const rate = rateOf(connection, rates);
  if (rate) return rate;
  return {
    kind: 'intervals',
    interval: Math.max(minCampaignInterval, campaign.messageInterval ?? settings.messageInterval),
    greaterAfter: campaign.longerIntervalAfter ?? settings.longerIntervalAfter,
    greaterInterval: Math.max(minCampaignInterval, campaign.greaterInterval ?? settings.greaterInterval),
  };
}

const stepsPerSecond = 10;
/** A campaign with a rate has several chains, so that it continues when the process of one dies. */
export const chainsOfRate = 3;

/** A step sends the messages of a tenth of a second, so that few are at the provider when a process is killed. */
export const sizeOfStep = (pace: Pace): number =>
  pace.kind === 'rate' ? Math.max(1, Math.round(pace.perSecond / stepsPerSecond)) : 1;

/** Seconds until the next message after `sent` messages; the greater interval applies from a number of messages on. */
export function intervalAfter(sent: number, pace: Extract<Pace, { kind: 'intervals' }>): number {
  return sent > pace.greaterAfter ? pace.greaterInterval : pace.interval;
}

/** Varies intervals by ±20 %, so that messages of a number are not sent regularly. */
export const withJitter = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

export function expectedSeconds(recipients: number, pace: Pace): number {
  if (recipients === 0) return 0;
  if (pace.kind === 'rate') return Math.ceil(recipients / pace.perSecond);
  const gaps = recipients - 1;
  const short = Math.min(gaps, pace.greaterAfter);
  return short * pace.interval + (gaps - short) * pace.greaterInterval;
}
