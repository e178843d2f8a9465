import type { AdOrigin } from './channel.js';
import { asObject, asText, type Json } from './graph/json-readers.js';

const maxText = 1000;
const maxUrl = 2000;

const textOf = (...values: readonly unknown[]): string | null =>
  values
    .map(asText)
    .find((value) => value !== null && value.trim() !== '')
    ?.slice(0, maxText)
    .toWellFormed() ?? null;

const urlOf = (...values: readonly unknown[]): string | null =>
  values
    .map(asText)
    .find((value) => value !== null && value.length <= maxUrl && /^https?:\/\//i.test(value) && URL.canParse(value)) ??
  null;

const known = (ad: AdOrigin): AdOrigin | null =>
  Object.values(ad).some((value) => value !== null) ? { ...ad, id: ad.id?.slice(0, 100) ?? null } : null;

/** Reads a `referral` of the Cloud API. */
export const adOfReferral = (referral: Json): AdOrigin | null =>
  known({
    id: textOf(referral['source_id']),
    headline: textOf(referral['headline']),
    text: textOf(referral['body']),
    url: urlOf(referral['source_url']),
    imageUrl: urlOf(referral['image_url'], referral['thumbnail_url']),
  });

/** Reads a `referral` of Facebook or Instagram; null for links and codes that are not advertisements. */
export function adOfPageReferral(referral: Json): AdOrigin | null {
  const context = asObject(referral['ads_context_data']);
  const id = textOf(referral['ad_id']);
  if (id === null && !context && referral['source'] !== 'ADS') return null;
  return known({
    id,
    headline: textOf(context?.['ad_title'], referral['ref']),
    text: null,
    url: urlOf(context?.['post_url'], referral['referer_uri']),
    imageUrl: urlOf(context?.['photo_url']),
  });
}

/** Reads `externalAdReply`, which messages of other programs also use for previews of links. */
export function adOfExternalReply(reply: Json): AdOrigin | null {
  if (asText(reply['sourceType'])?.toLowerCase() !== 'ad' && asText(reply['ctwaClid']) === null) return null;
  return known({
    id: textOf(reply['sourceId']),
    headline: textOf(reply['title']),
    text: textOf(reply['body']),
    url: urlOf(reply['sourceUrl'], reply['mediaUrl']),
    imageUrl: urlOf(reply['originalImageUrl'], reply['thumbnailUrl']),
  });
}
