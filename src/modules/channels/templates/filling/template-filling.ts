import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type { OutboundTemplate, TemplatePartValues, TemplateValue } from '../../connections/channels/channel.js';
import type { TemplateParamsInput } from '../templates.dto.js';
import { type TemplatePart, type TemplateShape, type TemplateVariable, variablePattern } from './template-shape.js';

type Values = Readonly<Record<string, string>>;

interface DisplayedButton {
  readonly text: string;
  readonly url: string | null;
}

/** A filled template in the provider's form and as the customer reads it. */
export interface FilledTemplate {
  readonly outbound: OutboundTemplate;
  /** The text as the customer sees it. */
  readonly body: string;
  /** The parts that message bubbles show. */
  readonly display: {
    readonly header: string;
    readonly footer: string;
    readonly buttons: readonly DisplayedButton[];
    /** The cards of a carousel. */
    readonly cards?: readonly { readonly body: string; readonly buttons: readonly DisplayedButton[] }[];
  };
}

const required = t('Obrigatório', 'Required', 'Obligatorio');
const unknown = t('O modelo não tem este campo', 'The template has no such field', 'La plantilla no tiene este campo');
const invalidValue = t(
  'Sem quebras de linha, tabulações ou mais de quatro espaços seguidos',
  'No line breaks, tabs or more than four spaces in a row',
  'Sin saltos de línea, tabulaciones ni más de cuatro espacios seguidos',
);
const headerFile: Readonly<Record<'image' | 'video' | 'document', Localized>> = {
  image: t('Anexe a imagem do cabeçalho', 'Attach the picture of the header', 'Adjunte la imagen del encabezado'),
  video: t('Anexe o vídeo do cabeçalho', 'Attach the video of the header', 'Adjunte el video del encabezado'),
  document: t(
    'Anexe o documento do cabeçalho',
    'Attach the document of the header',
    'Adjunte el documento del encabezado',
  ),
};
const cardFiles = t(
  'Anexe a imagem ou o vídeo de cada cartão, na ordem dos cartões',
  'Attach the picture or video of each card, in the order of the cards',
  'Adjunte la imagen o el video de cada tarjeta, en el orden de las tarjetas',
);
const noFile = t('Este modelo não leva arquivo', 'This template takes no file', 'Esta plantilla no lleva archivo');

/** WhatsApp's limit for codes to copy. */
const maxCodeLength = 20;

export interface TemplateToFill {
  readonly name: string;
  readonly language: string;
  readonly named: boolean;
  readonly shape: TemplateShape;
}

/** Fills every variable. @throws 400 ERR_VALIDATION naming each value that is missing, invalid or unknown. */
export function fillTemplate(
  { name, language, named, shape }: TemplateToFill,
  { cards: given = [], ...params }: TemplateParamsInput,
): FilledTemplate {
  const errors: Record<string, Localized> = {};
  const main = fillPart(shape, params, named, (key, text) => {
    errors[`template.params.${key}`] = text;
  });
  const cards = shape.cards.map((card, index) =>
    fillPart(card, given[index] ?? {}, named, (key, text) => {
      errors[`template.params.cards.${index}.${key}`] = text;
    }),
  );
  for (let index = cards.length; index < given.length; index += 1) errors[`template.params.cards.${index}`] = unknown;
  if (Object.keys(errors).length > 0) throw coreErrors.ERR_VALIDATION({ fields: errors });
  const bodyOf = (part: TemplatePart, { body }: TemplatePartValues): string =>
    expand(part.body.text, part.body.variables, body);
  const isCarousel = cards.length > 0;
  return {
    outbound: { name, language, ...main, ...(isCarousel ? { cards: cards.map(withPayloads(shape.cards)) } : {}) },
    body: bodyOf(shape, main),
    display: {
      header: shape.header.kind === 'text' ? expand(shape.header.text, shape.header.variables, main.header) : '',
      footer: shape.footer,
      buttons: displayedButtons(shape, main),
      ...(isCarousel
        ? {
            cards: cards.flatMap((card, index) => {
              const part = shape.cards[index];
              return part ? { body: bodyOf(part, card), buttons: displayedButtons(part, card) } : [];
            }),
          }
        : {}),
    },
  };
}

/** @param fail called with the key of each value that is not valid, like `body.1` */
function fillPart(
  part: TemplatePart,
  params: Omit<TemplateParamsInput, 'cards'>,
  named: boolean,
  fail: (key: string, text: Localized) => void,
): TemplatePartValues {
  const values = (section: 'header' | 'body', variables: readonly TemplateVariable[]): TemplateValue[] => {
    const given: Values = params[section] ?? {};
    for (const key of Object.keys(given))
      if (!variables.some((variable) => variable.name === key)) fail(`${section}.${key}`, unknown);
    return variables.map((variable) => {
      const text = ownValue(given, variable.name).trim();
      if (text === '') fail(`${section}.${variable.name}`, required);
      else if (/[\r\n\t]| {5}/.test(text)) fail(`${section}.${variable.name}`, invalidValue);
      return { name: named ? variable.name : null, text };
    });
  };
  const header = values('header', part.header.kind === 'text' ? part.header.variables : []);
  const body = values('body', part.body.variables);
  const given: Values = params.buttons ?? {};
  for (const key of Object.keys(given))
    if (!part.buttons.some(({ index, variable }) => variable && String(index) === key)) fail(`buttons.${key}`, unknown);
  const buttons = part.buttons
    .filter(({ variable }) => variable)
    .map(({ index, kind }) => {
      const text = ownValue(given, String(index)).trim();
      if (text === '') fail(`buttons.${index}`, required);
      else if (/\s/.test(text) || (kind === 'copy_code' && text.length > maxCodeLength))
        fail(`buttons.${index}`, invalidValue);
      return { index, kind: kind === 'copy_code' ? ('copy_code' as const) : ('url' as const), text };
    });
  return { header, body, buttons };
}

/** Cards often have the same buttons, so the payload of an answer contains the number of the card. */
const withPayloads =
  (parts: readonly TemplatePart[]) =>
  (card: TemplatePartValues, cardIndex: number): TemplatePartValues => {
    const replies = (parts[cardIndex]?.buttons ?? [])
      .filter(({ kind }) => kind === 'quick_reply')
      .map(({ index, text }) => ({ index, kind: 'quick_reply' as const, text: `${cardIndex + 1}: ${text}` }));
    return { ...card, buttons: [...card.buttons, ...replies].toSorted((a, b) => a.index - b.index) };
  };

const displayedButtons = (part: TemplatePart, { buttons }: TemplatePartValues): DisplayedButton[] =>
  part.buttons.map(({ index, text, url }) => ({
    text,
    url: url?.replace(variablePattern, () => buttons.find((button) => button.index === index)?.text ?? '') ?? null,
  }));

/** @throws 400 when files of the header or the cards are missing, of another kind, or not expected. */
export function assertFiles({ header: { kind }, cards }: TemplateShape, mimes: readonly string[]): void {
  const kinds =
    cards.length > 0 ? cards.map((card) => card.header.kind) : kind === 'none' || kind === 'text' ? [] : [kind];
  const fits = kinds.every((each, index) =>
    each === 'document' ? mimes[index] !== undefined : mimes[index]?.startsWith(`${each}/`),
  );
  if (fits && mimes.length === kinds.length) return;
  const text = cards.length > 0 ? cardFiles : kind === 'none' || kind === 'text' ? noFile : headerFile[kind];
  throw coreErrors.ERR_VALIDATION({ fields: { medias: text } });
}

const ownValue = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');

/** Replaces each variable once; variables inside of values are not replaced. */
function expand(text: string, variables: readonly TemplateVariable[], values: readonly TemplateValue[]): string {
  return text.replace(variablePattern, (whole, name: string) => {
    const at = variables.findIndex((variable) => variable.name === name);
    return values[at]?.text ?? whole;
  });
}
