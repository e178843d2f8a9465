import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { coreErrors } from '../../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../../core/i18n.js';
import type { InteractiveChoice, OutboundInteractive } from '../../../channels/connections/channels/channel.js';
import { choicesDoNotFit } from '../messages.errors.js';
import { InteractiveInput } from './interactive.dto.js';

const maxRows = 10;
const required = t('Obrigatório', 'Required', 'Obligatorio');
const repeated = t('Há opções repetidas', 'There are repeated options', 'Hay opciones repetidas');
const tooMany = t(
  `No máximo ${maxRows} opções ao todo`,
  `At most ${maxRows} options altogether`,
  `Como máximo ${maxRows} opciones en total`,
);

/** Label of the button that opens a list, in the company's language. */
const defaultLabel = 'Ver opções';

/** The choices with each text that customers read replaced. @throws 400 when a text is empty or too long then */
export function mapChoices(input: InteractiveInput, replace: (text: string) => string): InteractiveInput {
  const optional = (text: string | undefined) => text && replace(text);
  const { body, header, footer, button, buttons, sections } = input;
  const replaced = plainToInstance(InteractiveInput, {
    ...input,
    ...{ body: replace(body), header: optional(header), footer: optional(footer), button: optional(button) },
    buttons: buttons?.map((each) => ({ ...each, title: replace(each.title) })),
    sections: sections?.map(({ title, rows }) => ({
      title: optional(title),
      rows: rows?.map((row) => ({ ...row, title: replace(row.title), description: optional(row.description) })),
    })),
  });
  if (validateSync(replaced).length > 0) throw choicesDoNotFit();
  return replaced;
}

/** Choices in the format of the channels. @throws 400 for no, too many or duplicate choices, which no DTO checks */
export function toOutboundInteractive(input: InteractiveInput): OutboundInteractive {
  const { type, header = null, footer = null, button } = input;
  const common = { type, header, footer };
  if (type === 'button') {
    const buttons = withIds(input.buttons ?? []);
    if (buttons.length === 0) refuse('buttons', required);
    assertDistinct('buttons', buttons);
    return { ...common, buttons, label: null, sections: [] };
  }
  const given = (input.sections ?? []).filter(({ rows }) => rows && rows.length > 0);
  let offset = 0;
  const sections = given.map(({ title = null, rows = [] }) => {
    const choices = withIds(rows, offset);
    offset += choices.length;
    return { title, rows: choices };
  });
  const all = sections.flatMap(({ rows }) => rows);
  if (all.length === 0) refuse('sections', required);
  if (all.length > maxRows) refuse('sections', tooMany);
  if (sections.length > 1 && sections.some(({ title }) => title === null)) refuse('sections.title', required);
  assertDistinct('sections', all);
  return { ...common, buttons: [], label: button ?? defaultLabel, sections };
}

/** The contents of a message with choices; screens draw it like a template. */
export function interactiveContent(body: string, interactive: OutboundInteractive) {
  const { header, footer } = interactive;
  const buttons = choicesOf(interactive).map(({ title }) => ({ text: title, url: null }));
  const data = { interactive, header: header ?? '', footer: footer ?? '', buttons };
  return { body, mediaType: 'interactive', data };
}

const choicesOf = ({ buttons, sections }: OutboundInteractive): InteractiveChoice[] => [
  ...buttons,
  ...sections.flatMap(({ rows }) => rows),
];

function withIds(
  choices: readonly { id?: string; title: string; description?: string }[],
  offset = 0,
): InteractiveChoice[] {
  return choices.map(({ id, title, description }, index) => ({
    id: id ?? String(offset + index + 1),
    title,
    ...(description === undefined ? {} : { description }),
  }));
}

function assertDistinct(field: string, choices: readonly InteractiveChoice[]): void {
  const ids = new Set(choices.map(({ id }) => id));
  const titles = new Set(choices.map(({ title }) => title));
  if (ids.size < choices.length || titles.size < choices.length) refuse(field, repeated);
}

function refuse(field: string, text: Localized): never {
  throw coreErrors.ERR_VALIDATION({ fields: { [`interactive.${field}`]: text } });
}
