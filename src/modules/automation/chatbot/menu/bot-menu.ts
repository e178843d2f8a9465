import type { OutboundInteractive } from '../../../channels/connections/channels/channel.js';
import { choiceOf, menuStepOf } from '../../integrations/replies/choice.policy.js';
import type { BotOption } from '../queries/chatbot.queries.js';

/** An entry of a menu; `id` identifies it in buttons and rows. */
export interface MenuChoice {
  readonly id: string;
  readonly title: string;
}

export interface Menu {
  /** The text above the choices. */
  readonly heading: string;
  readonly choices: readonly MenuChoice[];
  /** Whether there is a menu one level up (`0`), and one of departments (`#`). */
  readonly up: boolean;
  readonly main: boolean;
}

/** Value of the setting `chatBotType`. */
export type MenuForm = 'text' | 'list' | 'button';

// Texts for customers are in the company's language, Portuguese.
/** The heading of a menu without another text above the choices. */
export const menuHeading = 'Escolha uma das opções:';
const menuUp = 'Menu anterior';
const menuMain = 'Menu inicial';
const listLabel = 'Ver opções';

/** Meta's limits in characters: heading (1024 with the bot's mark), titles of a button and a row, row description. */
const maxHeading = 1023;
const maxButtons = 3;
const maxButtonTitle = 20;
const maxRows = 10;
const maxRowTitle = 24;
const maxRowDescription = 72;

/**
 * The menu below an entry of a department, or its first one for undefined; the heading's variables are not filled.
 * @param greeting of the department
 * @param isOfMenu whether customers choose the department from a menu
 * @returns undefined when the entry has no entries below it
 */
export function menuBelow(
  options: readonly BotOption[],
  parent: BotOption | undefined,
  { greeting, isOfMenu }: { readonly greeting: string; readonly isOfMenu: boolean },
): Menu | undefined {
  const level = options.filter(({ parentId }) => parentId === (parent?.id ?? null));
  if (level.length === 0) return undefined;
  return {
    heading: parent ? parent.message.trim() || parent.title : greeting,
    choices: level.map(({ id, title }) => ({ id: optionChoice(id), title })),
    up: parent !== undefined,
    main: parent !== undefined || isOfMenu,
  };
}

/** The menu as a numbered text (behaviour.md §6). */
export function menuAsText({ heading, choices, up, main }: Menu): string {
  const entries = choices.map(({ title }, index) => `*[ ${index + 1} ]* - ${title}`);
  const back = [...(up ? [`*[ 0 ]* - ${menuUp}`] : []), ...(main ? [`*[ # ]* - ${menuMain}`] : [])];
  return [heading.trim() || menuHeading, entries.join('\n'), back.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The menu as buttons or a list; undefined with too many choices, or titles that are equal once cut. */
export function menuAsInteractive(menu: Menu, form: Exclude<MenuForm, 'text'>): OutboundInteractive | undefined {
  const { heading, choices, up, main } = menu;
  const [most, longest] = form === 'button' ? [maxButtons, maxButtonTitle] : [maxRows, maxRowTitle];
  const rows = choices.map(({ id, title }) => {
    const short = cut(title, longest);
    const described = form === 'list' && short !== title;
    return { id, title: short, ...(described ? { description: cut(title, maxRowDescription) } : {}) };
  });
  const distinct = new Set(rows.map(({ title }) => title)).size === rows.length;
  if (rows.length > most || !distinct || heading.length > maxHeading) return undefined;
  const footer = [...(up ? [`0 - ${menuUp}`] : []), ...(main ? [`# - ${menuMain}`] : [])].join(' | ') || null;
  if (form === 'button') return { type: 'button', header: null, footer, buttons: rows, label: null, sections: [] };
  return { type: 'list', header: null, footer, buttons: [], label: listLabel, sections: [{ title: null, rows }] };
}

/** Cuts a text to a maximum length without splitting the last character. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('pt').segment(text)) {
    if (kept.length + segment.length > length - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

export type MenuAnswer = { readonly choice: number } | 'up' | 'main' | undefined;

/** The choice in a text: its title or its number, as customers write them; `0` and `#` lead back. */
export function parseMenuAnswer(body: string, choices: readonly { readonly title: string }[]): MenuAnswer {
  const titles = choices.map(({ title }) => title);
  const choice = choiceOf(body, titles);
  return choice === undefined ? menuStepOf(body, titles) : { choice };
}

export const departmentChoice = (queueId: number): string => `queue:${queueId}`;
export const optionChoice = (optionId: number): string => `option:${optionId}`;

/** The department or entry that a pressed button or row identifies. */
export function parseChoiceId(id: unknown): { kind: 'queue' | 'option'; id: number } | undefined {
  const [, kind, digits] = /^(queue|option):(\d{1,15})$/.exec(typeof id === 'string' ? id : '') ?? [];
  return digits === undefined ? undefined : { kind: kind as 'queue' | 'option', id: Number(digits) };
}
