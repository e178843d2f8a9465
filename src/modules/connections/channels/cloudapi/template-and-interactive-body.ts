import type { OutboundMessage, OutboundTemplate, TemplateValue } from '../channel.js';

type Part = Record<string, unknown>;

/** A template message: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates */
export function templateContent({ template, media }: OutboundMessage, mediaId: string | null): Part {
  if (!template) throw new Error('A template message without its template');
  const header = mediaId === null ? texts(template.header) : [headerFile(media?.mime ?? '', media?.name, mediaId)];
  const components = [
    ...component('header', header),
    ...component('body', texts(template.body)),
    ...template.buttons.map(buttonOf),
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

const component = (type: string, parameters: Part[]): Part[] => (parameters.length > 0 ? [{ type, parameters }] : []);

const texts = (values: readonly TemplateValue[]): Part[] =>
  values.map(({ name, text }) => ({ type: 'text', ...(name === null ? {} : { parameter_name: name }), text }));

function headerFile(mime: string, name: string | undefined, id: string): Part {
  const [family] = mime.split('/');
  if (family === 'image') return { type: 'image', image: { id } };
  if (family === 'video') return { type: 'video', video: { id } };
  return { type: 'document', document: { id, filename: name ?? 'file' } };
}

const buttonOf = ({ index, kind, text }: OutboundTemplate['buttons'][number]): Part => ({
  type: 'button',
  sub_type: kind,
  index: String(index),
  parameters: [kind === 'url' ? { type: 'text', text } : { type: 'coupon_code', coupon_code: text }],
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
