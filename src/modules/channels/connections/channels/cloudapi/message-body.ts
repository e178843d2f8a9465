import type {
  MediaKind,
  OutboundMedia,
  OutboundMessage,
  OutboundReaction,
  TemplatePartValues,
  TemplateValue,
} from '../channel.js';

const graphTypes: Readonly<Record<MediaKind, string>> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  application: 'document',
  sticker: 'sticker',
};

/**
 * The body of `POST /messages` for one message. @param mediaId the uploaded file of a media message
 * @param cardFileIds the uploaded files of a carousel's cards
 */
export function messageBody(
  message: OutboundMessage,
  mediaId: string | null,
  cardFileIds: readonly string[] = [],
): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...recipient(message.to),
    ...(message.quotedProviderId ? { context: { message_id: message.quotedProviderId } } : {}),
    biz_opaque_callback_data: String(message.messageId),
    ...content(message, mediaId, cardFileIds),
  };
}

/** The body of `POST /messages` for a reaction; an empty emoji removes it. */
export function reactionBody({ to, targetProviderId, emoji }: OutboundReaction): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...recipient(to),
    type: 'reaction',
    reaction: { message_id: targetProviderId, emoji: emoji ?? '' },
  };
}

/** Phone numbers and groups go in `to`; a user without a visible number is addressed by Meta's id in `recipient`. */
function recipient(to: string): Record<string, string> {
  if (/^[A-Z]{2}\.(ENT\.)?\w+$/.test(to)) return { recipient_type: 'individual', recipient: to };
  return { recipient_type: /^\d+$/.test(to) ? 'individual' : 'group', to };
}

function content(
  message: OutboundMessage,
  mediaId: string | null,
  cardFileIds: readonly string[],
): Record<string, unknown> {
  if (message.type === 'template') return templateContent(message, mediaId, cardFileIds);
  if (message.type === 'interactive') return interactiveContent(message);
  if (message.type === 'chat' || mediaId === null) {
    return { type: 'text', text: { body: message.body, preview_url: /https?:\/\//i.test(message.body) } };
  }
  const type = graphTypes[message.type];
  const part: Record<string, unknown> = { id: mediaId };
  if (message.type === 'audio' && message.voice) part['voice'] = true;
  if (message.type === 'application') part['filename'] = message.media?.name ?? 'file';
  // Audio and stickers take no caption: Meta refuses the whole message for one.
  if (message.body && message.type !== 'audio' && message.type !== 'sticker') part['caption'] = message.body;
  return { type, [type]: part };
}

/** The MIME type to upload a file as; WhatsApp only plays Ogg as voice when its codec is named. */
export function uploadMime(file: Pick<OutboundMedia, 'mime'>, voice: boolean): string {
  const mime = file.mime.toLowerCase().replace(/[\r\n]/g, '');
  return voice && mime === 'audio/ogg' ? 'audio/ogg; codecs=opus' : mime;
}

type Part = Record<string, unknown>;

/**
 * A template message: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates, with the cards
 * of …/send-message-templates/media-card-carousel-templates
 */
export function templateContent(
  { template, media, cardFiles = [] }: OutboundMessage,
  mediaId: string | null,
  cardFileIds: readonly string[] = [],
): Part {
  if (!template) throw new Error('A template message without its template');
  const cards = (template.cards ?? []).map((card, index) => ({
    card_index: index,
    components: partComponents(card, cardFiles[index] ?? null, cardFileIds[index] ?? null),
  }));
  const components = [
    ...partComponents(template, media, mediaId),
    ...(cards.length > 0 ? [{ type: 'carousel', cards }] : []),
  ];
  return {
    type: 'template',
    template: {
      name: template.name,
      language: { code: template.language, policy: 'deterministic' },
      ...(components.length > 0 ? { components } : {}),
    },
  };
}

function partComponents(
  { header, body, buttons }: TemplatePartValues,
  file: OutboundMedia | null,
  fileId: string | null,
): Part[] {
  return [
    ...component('header', fileId === null ? texts(header) : [headerFile(file?.mime ?? '', file?.name, fileId)]),
    ...component('body', texts(body)),
    ...buttons.map(buttonOf),
  ];
}

const component = (type: string, parameters: Part[]): Part[] => (parameters.length > 0 ? [{ type, parameters }] : []);

const texts = (values: readonly TemplateValue[]): Part[] =>
  values.map(({ name, text }) => ({ type: 'text', ...(name === null ? {} : { parameter_name: name }), text }));

function headerFile(mime: string, name: string | undefined, id: string): Part {
  const [family] = mime.split('/');
  if (family === 'image') return { type: 'image', image: { id } };
  if (family === 'video') return { type: 'video', video: { id } };
  return { type: 'document', document: { id, filename: name ?? 'file' } };
}

const buttonParameters = {
  url: (text: string) => ({ type: 'text', text }),
  copy_code: (text: string) => ({ type: 'coupon_code', coupon_code: text }),
  quick_reply: (text: string) => ({ type: 'payload', payload: text }),
};

const buttonOf = ({ index, kind, text }: TemplatePartValues['buttons'][number]): Part => ({
  type: 'button',
  sub_type: kind,
  index: String(index),
  parameters: [buttonParameters[kind](text)],
});

/** Reply buttons or a list: https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-list-messages */
export function interactiveContent({ interactive, body }: OutboundMessage): Part {
  if (!interactive) throw new Error('An interactive message without its choices');
  const { type, header, footer, buttons, label, sections } = interactive;
  const action =
    type === 'button'
      ? { buttons: buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })) }
      : {
          button: label,
          sections: sections.map(({ title, rows }) => ({ ...(title === null ? {} : { title }), rows })),
        };
  return {
    type: 'interactive',
    interactive: {
      type,
      ...(header === null ? {} : { header: { type: 'text', text: header } }),
      body: { text: body },
      ...(footer === null ? {} : { footer: { text: footer } }),
      action,
    },
  };
}
