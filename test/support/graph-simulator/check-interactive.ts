import { errorAnswer, type GraphErrorAnswer } from './graph-errors.js';
import { fieldsOf } from './json-object.js';

type Fields = Record<string, unknown>;

const objects = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map(fieldsOf).filter((item) => item !== null) : [];
const fits = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value !== '' && [...value].length <= most;
const textOf = (part: unknown): unknown => fieldsOf(part)?.['text'];

/** The error for reply buttons or a list; null when it can be sent. */
export function checkInteractive(part: Fields): GraphErrorAnswer | null {
  const action = fieldsOf(part['action']);
  if (!action) return errorAnswer(131008, "Required parameter interactive['action'] is missing.");
  if (!fits(textOf(part['body']), part['type'] === 'list' ? 4096 : 1024))
    return errorAnswer(131009, 'Body text length invalid.');
  for (const place of ['header', 'footer'])
    if (part[place] !== undefined && !fits(textOf(part[place]), 60))
      return errorAnswer(131009, `${place} text length invalid. Min length: 1, Max length: 60`);
  if (part['type'] === 'button') return checkButtons(objects(action['buttons']));
  return part['type'] === 'list' ? checkList(action) : errorAnswer(131009, 'Invalid interactive type.');
}

function checkButtons(buttons: readonly Fields[]): GraphErrorAnswer | null {
  if (buttons.length < 1 || buttons.length > 3) return errorAnswer(131009, 'Invalid buttons count. Min: 1, Max: 3');
  const replies = buttons.map((button) => (button['type'] === 'reply' ? fieldsOf(button['reply']) : null));
  if (replies.some((reply) => !fits(reply?.['id'], 256) || !fits(reply?.['title'], 20)))
    return errorAnswer(131009, 'Button title length invalid. Min length: 1, Max length: 20');
  return distinct(replies.map((reply) => reply?.['id'])) && distinct(replies.map((reply) => reply?.['title']))
    ? null
    : errorAnswer(131009, 'Duplicate button title or id.');
}

function checkList(action: Fields): GraphErrorAnswer | null {
  if (!fits(action['button'], 20)) return errorAnswer(131009, 'Button label length invalid.');
  const sections = objects(action['sections']);
  const rows = sections.flatMap((section) => objects(section['rows']));
  if (sections.length < 1 || sections.length > 10) return errorAnswer(131009, 'Invalid sections count.');
  if (rows.length < 1 || rows.length > 10) return errorAnswer(131009, 'Total row count exceed max allowed count: 10');
  if (sections.length > 1 && sections.some((section) => !fits(section['title'], 24)))
    return errorAnswer(131009, 'Section title is required.');
  const wrong = rows.some(
    (row) =>
      !fits(row['id'], 200) ||
      !fits(row['title'], 24) ||
      (row['description'] !== undefined && !fits(row['description'], 72)),
  );
  if (wrong) return errorAnswer(131009, 'Row title length invalid. Min length: 1, Max length: 24');
  return distinct(rows.map((row) => row['id'])) ? null : errorAnswer(131009, 'Duplicated row id.');
}

const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
