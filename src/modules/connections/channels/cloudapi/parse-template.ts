import type { RemoteTemplate, RemoteTemplatePage } from '../channel.js';
import { record, records, stored, text } from './guards.js';

/** Reads an answer of `GET /{business account}/message_templates`; what is malformed in it is left out. */
export function templatePage(body: unknown): RemoteTemplatePage {
  const root = record(body);
  const paging = record(root?.['paging']);
  // the last page has an `after` too, but no `next`
  const next = text(paging?.['next']) === null ? null : text(record(paging?.['cursors'])?.['after']);
  return { templates: records(root?.['data']).flatMap((item) => readTemplate(item) ?? []), next };
}

function readTemplate(item: Readonly<Record<string, unknown>> | null): RemoteTemplate | null {
  const name = text(item?.['name']);
  const language = text(item?.['language']);
  if (!item || name === null || language === null || name.length > 512 || language.length > 20) return null;
  const components = stored(item['components']);
  const reason = text(item['rejected_reason']);
  return {
    providerId: text(item['id'])?.slice(0, 100) ?? '',
    name,
    language,
    category: (text(item['category']) ?? 'UTILITY').slice(0, 30),
    status: (text(item['status']) ?? 'PENDING').slice(0, 30),
    format: text(item['parameter_format'])?.toUpperCase() === 'NAMED' ? 'named' : 'positional',
    reason: reason === 'NONE' ? null : reason,
    components: Array.isArray(components) ? components : [],
  };
}

/** What a webhook says about one template of a business account. */
export interface TemplateNews {
  businessAccountId: string;
  name: string;
  /** As templates have it, `pt_BR`. */
  language: string;
  status: string;
  reason: string | null;
}

const longestName = 512;

/** Reads a change of field `message_template_status_update`; null when it is malformed. */
export function parseTemplateNews(businessAccountId: unknown, value: unknown): TemplateNews | null {
  const part = record(value);
  const account = text(businessAccountId);
  const name = text(part?.['message_template_name']);
  const language = text(part?.['message_template_language']);
  const status = text(part?.['event']);
  if (account === null || name === null || language === null || status === null || name.length > longestName)
    return null;
  const reason = text(part?.['reason']);
  return {
    businessAccountId: account,
    name,
    // webhooks write en-US for what everything else calls en_US
    language: language.replace('-', '_').slice(0, 20),
    status: status.toUpperCase().slice(0, 30),
    reason: reason === 'NONE' ? null : reason,
  };
}
