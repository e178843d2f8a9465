import type { OutboundInteractive } from '../../../channels/connections/channels/channel.js';
import type { BotOption } from '../queries/chatbot.queries.js';

/** Something to choose; `id` names it in buttons and rows. */
export interface MenuChoice {
  readonly id: string;
  readonly title: string;
}

export interface Menu {
  /** What is said above the choices. */
  readonly heading: string;
  readonly choices: readonly MenuChoice[];
  /** There is a menu one level up (`0`), and one of departments (`#`). */
  readonly up: boolean;
  readonly main: boolean;
}

/** Value of the setting `chatBotType`. */
export type MenuForm = 'text' | 'list' | 'button';

// Texts for customers are in the company's language, Portuguese.
/** Where there is nothing to say above the choices. */
export const menuHeading = 'Escolha uma das opções:';
const menuUp = 'Menu anterior';
const menuMain = 'Menu inicial';
const listLabel = 'Ver opções';

/** Meta's limits, in characters: text above the choices (1024 with the bot's mark), titles of a button and a row, description of a row. */
const maxHeading = 1023;
const maxButtons = 3;
const maxButtonTitle = 20;
const maxRows = 10;
const maxRowTitle = 24;
const maxRowDescription = 72;

/**
 * The menu below an entry of a department, or with undefined its first one; its heading is not filled yet.
 * @param greeting of the department
 * @param isOfMenu customers choose the department from a menu
 * @returns undefined without entries below it
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

/** The numbered form (behaviour.md §6). */
export function menuAsText({ heading, choices, up, main }: Menu): string {
  const entries = choices.map(({ title }, index) => `*[ ${index + 1} ]* - ${title}`);
  const back = [...(up ? [`*[ 0 ]* - ${menuUp}`] : []), ...(main ? [`*[ # ]* - ${menuMain}`] : [])];
  return [heading.trim() || menuHeading, entries.join('\n'), back.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The form with buttons or a list; undefined where it does not hold the menu: too many choices, or titles alike once cut. */
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

/** At most so long, without half a character at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('pt').segment(text)) {
    if (kept.length + segment.length > length - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Without case, accents, emphasis and what keyboards add to a digit. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[*_~[\]]|\p{M}|\u200e|\u200f/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();

export type MenuAnswer = { readonly choice: number } | 'up' | 'main' | undefined;

/** What a text chooses: the number, whatever surrounds it, or the title. */
export function parseMenuAnswer(body: string, choices: readonly { readonly title: string }[]): MenuAnswer {
  const text = plain(body);
  if (text === '#') return 'main';
  const [, digits] = /^(\d{1,3}) ?[.!)-]?$/.exec(text) ?? [];
  if (digits !== undefined) {
    const number = Number(digits);
    if (number === 0) return 'up';
    return number <= choices.length ? { choice: number - 1 } : undefined;
  }
  const index = text === '' ? -1 : choices.findIndex(({ title }) => plain(title) === text);
  return index === -1 ? undefined : { choice: index };
}

export const departmentChoice = (queueId: number): string => `queue:${queueId}`;
export const optionChoice = (optionId: number): string => `option:${optionId}`;

/** What a pressed button or row names. */
export function parseChoiceId(id: unknown): { kind: 'queue' | 'option'; id: number } | undefined {
  const [, kind, digits] = /^(queue|option):(\d{1,15})$/.exec(typeof id === 'string' ? id : '') ?? [];
  return digits === undefined ? undefined : { kind: kind as 'queue' | 'option', id: Number(digits) };
}
