import { plainText } from '../model/text-format';
import type { MediaType } from '../model/types';

const names = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'application',
  locationMessage: 'location',
  contactMessage: 'contact',
  vcard: 'contact',
  multi_vcard: 'contact',
  call_log: 'call',
  sticker: 'sticker',
  interactive: 'interactive',
  template: 'template',
} as const;

export type Kind = (typeof names)[keyof typeof names];

function isNamed(type: string): type is keyof typeof names {
  return type in names;
}

/** What kind of media a message type is; null for plain text. */
export function kindOf(type: MediaType | string): Kind | null {
  return isNamed(type) ? names[type] : null;
}

/** A message in one line: its text, or the name of its kind. */
export function previewText(body: string, type: string, translate: (key: string) => string): string {
  if (type === 'deleted') return translate('message.deleted_short');
  const kind = kindOf(type);
  const text = kind === 'contact' || kind === 'location' ? '' : plainText(body);
  if (text !== '') return text;
  return kind ? translate(`workspace.kind.${kind}`) : '';
}
