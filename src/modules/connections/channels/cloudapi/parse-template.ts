import type { RemoteTemplate, RemoteTemplatePage } from '../channel.js';
import { asObject, asObjects, asText, storableJson } from './json-readers.js';

/** Reads an answer of `GET /{business account}/message_templates`; what is malformed in it is left out. */
export function parseTemplatePage(body: unknown): RemoteTemplatePage {
  const root = asObject(body);
  const paging = asObject(root?.['paging']);
  // the last page has an `after` too, but no `next`
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
    components: Array.isArray(components) ? components : [],
  };
}

/** What a webhook says about one template of a business account. */
export interface TemplateStatusUpdate {
  businessAccountId: string;
  name: string;
  /** As templates have it, `pt_BR`. */
  language: string;
  status: string;
  reason: string | null;
}

const maxNameLength = 512;

/** Reads a change of field `message_template_status_update`; null when it is malformed. */
export function parseTemplateStatusUpdate(businessAccountId: unknown, value: unknown): TemplateStatusUpdate | null {
  const part = asObject(value);
  const account = asText(businessAccountId);
  const name = asText(part?.['message_template_name']);
  const language = asText(part?.['message_template_language']);
  const status = asText(part?.['event']);
  if (account === null || name === null || language === null || status === null || name.length > maxNameLength)
    return null;
  const reason = asText(part?.['reason']);
  return {
    businessAccountId: account,
    name,
    // webhooks write en-US for what everything else calls en_US
    language: language.replace('-', '_').slice(0, 20),
    status: status.toUpperCase().slice(0, 30),
    reason: reason === 'NONE' ? null : reason,
  };
}
