import { coreErrors } from '../../../core/errors/core-errors.js';
import { type Localized, t } from '../../../core/i18n.js';
import type { InteractiveChoice, OutboundInteractive } from '../../connections/channels/channel.js';
import type { InteractiveInput } from './interactive.dto.js';

const mostRows = 10;
const required = t('Obrigatório', 'Required', 'Obligatorio');
const repeated = t('Há opções repetidas', 'There are repeated options', 'Hay opciones repetidas');
const tooMany = t(
  `No máximo ${mostRows} opções ao todo`,
  `At most ${mostRows} options altogether`,
  `Como máximo ${mostRows} opciones en total`,
);

/** What a list without a word of its own is opened by; customers read it, in the company's language. */
const defaultLabel = 'Ver opções';

/** The choices as channels take them. @throws 400 for what the fields alone cannot tell: none, too many, the same twice. */
export function toOutboundInteractive(input: InteractiveInput): OutboundInteractive {
  const { type, header = null, footer = null, button } = input;
  const common = { type, header, footer };
  if (type === 'button') {
    const buttons = numbered(input.buttons ?? []);
    if (buttons.length === 0) refuse('buttons', required);
    assertDistinct('buttons', buttons);
    return { ...common, buttons, label: null, sections: [] };
  }
  const given = (input.sections ?? []).filter(({ rows }) => rows && rows.length > 0);
  let before = 0;
  const sections = given.map(({ title = null, rows = [] }) => {
    const choices = numbered(rows, before);
    before += choices.length;
    return { title, rows: choices };
  });
  const all = sections.flatMap(({ rows }) => rows);
  if (all.length === 0) refuse('sections', required);
  if (all.length > mostRows) refuse('sections', tooMany);
  if (sections.length > 1 && sections.some(({ title }) => title === null)) refuse('sections.title', required);
  assertDistinct('sections', all);
  return { ...common, buttons: [], label: button ?? defaultLabel, sections };
}

/** The message that offers the choices; bubbles draw it as they draw templates. */
export function interactiveContent(body: string, interactive: OutboundInteractive) {
  const { header, footer } = interactive;
  const buttons = choicesOf(interactive).map(({ title }) => ({ text: title, url: null }));
  const data = { interactive, header: header ?? '', footer: footer ?? '', buttons };
  return { body, mediaType: 'interactive', data };
}

/** Every choice that the customer has, in order. */
const choicesOf = ({ buttons, sections }: OutboundInteractive): InteractiveChoice[] => [
  ...buttons,
  ...sections.flatMap(({ rows }) => rows),
];

function numbered(
  choices: readonly { id?: string; title: string; description?: string }[],
  before = 0,
): InteractiveChoice[] {
  return choices.map(({ id, title, description }, index) => ({
    id: id ?? String(before + index + 1),
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
