import { coreErrors } from '../../core/errors/core-errors.js';
import { type Localized, t } from '../../core/i18n.js';
import type { OutboundTemplate, TemplateValue } from '../connections/channels/channel.js';
import { type HeaderKind, type TemplateShape, type TemplateVariable, variablePattern } from './template-shape.js';
import type { TemplateParamsInput } from './templates.dto.js';

type Values = Readonly<Record<string, string>>;

/** A filled template, for the provider and as the customer reads it. */
export interface FilledTemplate {
  readonly outbound: OutboundTemplate;
  /** The text as the customer sees it. */
  readonly body: string;
  /** For message bubbles. */
  readonly display: {
    readonly header: string;
    readonly footer: string;
    readonly buttons: readonly { readonly text: string; readonly url: string | null }[];
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
const noFile = t('Este modelo não leva arquivo', 'This template takes no file', 'Esta plantilla no lleva archivo');

/** Limit of WhatsApp for codes to copy. */
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
  params: TemplateParamsInput,
): FilledTemplate {
  const errors: Record<string, Localized> = {};
  const values = (section: 'header' | 'body', variables: readonly TemplateVariable[]): TemplateValue[] => {
    const given: Values = params[section] ?? {};
    for (const key of Object.keys(given))
      if (!variables.some((variable) => variable.name === key)) errors[`template.params.${section}.${key}`] = unknown;
    return variables.map((variable) => {
      const text = ownValue(given, variable.name).trim();
      if (text === '') errors[`template.params.${section}.${variable.name}`] = required;
      else if (/[\r\n\t]| {5}/.test(text)) errors[`template.params.${section}.${variable.name}`] = invalidValue;
      return { name: named ? variable.name : null, text };
    });
  };
  const header = values('header', shape.header.kind === 'text' ? shape.header.variables : []);
  const body = values('body', shape.body.variables);
  const given: Values = params.buttons ?? {};
  for (const key of Object.keys(given))
    if (!shape.buttons.some(({ index, variable }) => variable && String(index) === key))
      errors[`template.params.buttons.${key}`] = unknown;
  const buttons = shape.buttons
    .filter(({ variable }) => variable)
    .map(({ index, kind }) => {
      const text = ownValue(given, String(index)).trim();
      if (text === '') errors[`template.params.buttons.${index}`] = required;
      else if (/\s/.test(text) || (kind === 'copy_code' && text.length > maxCodeLength))
        errors[`template.params.buttons.${index}`] = invalidValue;
      return { index, kind: kind === 'copy_code' ? ('copy_code' as const) : ('url' as const), text };
    });
  if (Object.keys(errors).length > 0) throw coreErrors.ERR_VALIDATION({ fields: errors });
  return {
    outbound: { name, language, header, body, buttons },
    body: expand(shape.body.text, shape.body.variables, body),
    display: {
      header: shape.header.kind === 'text' ? expand(shape.header.text, shape.header.variables, header) : '',
      footer: shape.footer,
      buttons: shape.buttons.map(({ index, text, url }) => ({
        text,
        url: url?.replace(variablePattern, () => buttons.find((button) => button.index === index)?.text ?? '') ?? null,
      })),
    },
  };
}

/** @throws 400 when the file of the header is missing, of another kind, or not expected. */
export function assertHeaderFile(kind: HeaderKind, mimes: readonly string[]): void {
  if (kind === 'none' || kind === 'text') {
    if (mimes.length > 0) throw coreErrors.ERR_VALIDATION({ fields: { medias: noFile } });
    return;
  }
  const [mime] = mimes;
  const fits = kind === 'document' ? mime !== undefined : (mime?.startsWith(`${kind}/`) ?? false);
  if (mimes.length !== 1 || !fits) throw coreErrors.ERR_VALIDATION({ fields: { medias: headerFile[kind] } });
}

const ownValue = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');

/** Replaces each variable once: variables inside values stay. */
function expand(text: string, variables: readonly TemplateVariable[], values: readonly TemplateValue[]): string {
  return text.replace(variablePattern, (whole, name: string) => {
    const at = variables.findIndex((variable) => variable.name === name);
    return values[at]?.text ?? whole;
  });
}
