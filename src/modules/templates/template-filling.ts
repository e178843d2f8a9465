import { coreErrors } from '../../core/errors/core-errors.js';
import { type Localized, t } from '../../core/i18n.js';
import type { OutboundTemplate, TemplateValue } from '../connections/channels/channel.js';
import { type HeaderKind, type TemplateShape, type TemplateVariable, variablePattern } from './template-shape.js';
import type { TemplateParamsInput } from './templates.dto.js';

type Values = Readonly<Record<string, string>>;

/** A template with its gaps filled: what goes to the provider, and what the customer reads. */
export interface FilledTemplate {
  readonly outbound: OutboundTemplate;
  /** The text as the customer sees it. */
  readonly body: string;
  /** How bubbles draw it. */
  readonly display: {
    readonly header: string;
    readonly footer: string;
    readonly buttons: readonly { readonly text: string; readonly url: string | null }[];
  };
}

const required = t('Obrigatório', 'Required', 'Obligatorio');
const unknown = t('O modelo não tem este campo', 'The template has no such field', 'La plantilla no tiene este campo');
const unfit = t(
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

/** Longest code that WhatsApp copies. */
const longestCode = 20;

/** What a template asks for, by name and language, with its shape. */
export interface TemplateToFill {
  readonly name: string;
  readonly language: string;
  readonly named: boolean;
  readonly shape: TemplateShape;
}

/** Fills every gap. @throws 400 ERR_VALIDATION naming each value that is missing, unfit or too many. */
export function fillTemplate(
  { name, language, named, shape }: TemplateToFill,
  params: TemplateParamsInput,
): FilledTemplate {
  const faults: Record<string, Localized> = {};
  const values = (place: 'header' | 'body', variables: readonly TemplateVariable[]): TemplateValue[] => {
    const given: Values = params[place] ?? {};
    for (const key of Object.keys(given))
      if (!variables.some((variable) => variable.name === key)) faults[`template.params.${place}.${key}`] = unknown;
    return variables.map((variable) => {
      const text = own(given, variable.name).trim();
      if (text === '') faults[`template.params.${place}.${variable.name}`] = required;
      else if (/[\r\n\t]| {5}/.test(text)) faults[`template.params.${place}.${variable.name}`] = unfit;
      return { name: named ? variable.name : null, text };
    });
  };
  const header = values('header', shape.header.kind === 'text' ? shape.header.variables : []);
  const body = values('body', shape.body.variables);
  const given: Values = params.buttons ?? {};
  for (const key of Object.keys(given))
    if (!shape.buttons.some(({ index, variable }) => variable && String(index) === key))
      faults[`template.params.buttons.${key}`] = unknown;
  const buttons = shape.buttons
    .filter(({ variable }) => variable)
    .map(({ index, kind }) => {
      const text = own(given, String(index)).trim();
      if (text === '') faults[`template.params.buttons.${index}`] = required;
      else if (/\s/.test(text) || (kind === 'copy_code' && text.length > longestCode))
        faults[`template.params.buttons.${index}`] = unfit;
      return { index, kind: kind === 'copy_code' ? ('copy_code' as const) : ('url' as const), text };
    });
  if (Object.keys(faults).length > 0) throw coreErrors.ERR_VALIDATION({ fields: faults });
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

/** @throws 400 when the file of the header is missing, of another kind, or not wanted. */
export function assertHeaderFile(kind: HeaderKind, mimes: readonly string[]): void {
  if (kind === 'none' || kind === 'text') {
    if (mimes.length > 0) throw coreErrors.ERR_VALIDATION({ fields: { medias: noFile } });
    return;
  }
  const [mime] = mimes;
  const fits = kind === 'document' ? mime !== undefined : (mime?.startsWith(`${kind}/`) ?? false);
  if (mimes.length !== 1 || !fits) throw coreErrors.ERR_VALIDATION({ fields: { medias: headerFile[kind] } });
}

const own = (values: Values, name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? '') : '');

/** Each gap replaced once: a value is never expanded again. */
function expand(text: string, variables: readonly TemplateVariable[], values: readonly TemplateValue[]): string {
  return text.replace(variablePattern, (whole, name: string) => {
    const at = variables.findIndex((variable) => variable.name === name);
    return values[at]?.text ?? whole;
  });
}
