import type { RemoteTemplate, RemoteTemplatePage } from '../channel.js';
import { asObject, asObjects, asText, type Json, storableJson } from '../graph/json-readers.js';

/** Reads a response of `GET /{business account}/message_templates`; malformed parts are skipped. */
export function parseTemplatePage(body: unknown): RemoteTemplatePage {
  const root = asObject(body);
  const paging = asObject(root?.['paging']);
  // the last page also has an `after`, but no `next`
  const next = asText(paging?.['next']) === null ? null : asText(asObject(paging?.['cursors'])?.['after']);
  return { templates: asObjects(root?.['data']).flatMap((item) => readTemplate(item) ?? []), next };
}

function readTemplate(item: Readonly<Record<string, unknown>> | null): RemoteTemplate | null {
  const name = asText(item?.['name']);
  const language = asText(item?.['language']);
  if (!item || name === null || language === null || name.length > 512 || language.length > 20) return null;
  const components = storableJson(item['components']);
  const reason = asText(item['rejected_reason']);
  return {
    providerId: asText(item['id'])?.slice(0, 100) ?? '',
    name,
    language,
    category: (asText(item['category']) ?? 'UTILITY').slice(0, 30),
    status: (asText(item['status']) ?? 'PENDING').slice(0, 30),
    format: asText(item['parameter_format'])?.toUpperCase() === 'NAMED' ? 'named' : 'positional',
    reason: reason === 'NONE' ? null : reason,
    quality: qualityOf(asObject(item['quality_score'])?.['score']),
    components: Array.isArray(components) ? components : [],
  };
}

function qualityOf(value: unknown): string | null {
  const score = asText(value)?.toUpperCase().slice(0, 20) ?? null;
  return score === 'UNKNOWN' ? null : score;
}

/** A change of one template of a business account, from a webhook. */
export interface TemplateUpdate {
  businessAccountId: string;
  name: string;
  /** In the spelling of templates, as `pt_BR`. */
  language: string;
  report:
    | { status: string; reason: string | null }
    | { quality: string | null }
    | { category: string; next: string | null };
}

const maxNameLength = 512;
const qualityField = 'message_template_quality_update';
const categoryField = 'template_category_update';

export const isTemplateUpdate = (field: unknown): boolean =>
  field === 'message_template_status_update' || field === qualityField || field === categoryField;

/** Reads a change of a field that {@link isTemplateUpdate} knows; null when it is malformed. */
export function parseTemplateUpdate(businessAccountId: unknown, field: unknown, value: unknown): TemplateUpdate | null {
  const part = asObject(value);
  const account = asText(businessAccountId);
  const name = asText(part?.['message_template_name']);
  const language = asText(part?.['message_template_language']);
  const report =
    field === qualityField ? readQuality(part) : field === categoryField ? readCategory(part) : readStatus(part);
  if (account === null || name === null || language === null || report === null || name.length > maxNameLength)
    return null;
  // webhooks write en-US, everything else en_US
  return { businessAccountId: account, name, language: language.replace('-', '_').slice(0, 20), report };
}

function readStatus(part: Json | null): TemplateUpdate['report'] | null {
  const status = asText(part?.['event']);
  const reason = asText(part?.['reason']);
  if (status === null) return null;
  return { status: status.toUpperCase().slice(0, 30), reason: reason === 'NONE' ? null : reason };
}

/** `correct_category` announces a change that takes place in 24 hours. */
function readCategory(part: Json | null): TemplateUpdate['report'] | null {
  const category = asText(part?.['new_category']);
  const next = asText(part?.['correct_category']);
  return category === null ? null : { category: category.slice(0, 30), next: next?.slice(0, 30) ?? null };
}

function readQuality(part: Json | null): TemplateUpdate['report'] | null {
  const score = part?.['new_quality_score'];
  return asText(score) === null ? null : { quality: qualityOf(score) };
}
