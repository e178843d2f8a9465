import { asObject, asText } from './graph/json-readers.js';

const maxAnswers = 50;
const maxAnswer = 500;

/** Technical fields in a form's answer. */
const internal = new Set(['flow_token', 'screen', 'version']);

/** The form editor turns "Seu nome" and "Sim" into `screen_0_Seu_nome_1` and `0_Sim`. */
const label = (key: string): string => key.replace(/^screen_\d+_|_\d+$/g, '').replaceAll('_', ' ');
const answer = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.map(answer).filter(Boolean).join(', ') || null;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (asObject(value)) return asText(JSON.stringify(value))?.slice(0, maxAnswer) ?? null;
  return asText(value)?.replace(/^\d+_/, '').replaceAll('_', ' ').slice(0, maxAnswer) ?? null;
};

export interface FormAnswer {
  readonly label: string;
  readonly answer: string;
}

/** The answers of a form. @param json the answers as the customer's phone sends them */
export function formAnswers(json: unknown): FormAnswer[] {
  let answers: unknown;
  try {
    answers = typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    answers = null;
  }
  return Object.entries(asObject(answers) ?? {})
    .filter(([key]) => !internal.has(key))
    .slice(0, maxAnswers)
    .flatMap(([key, value]) => {
      const said = answer(value);
      return said === null ? [] : [{ label: asText(label(key)) ?? '', answer: said }];
    });
}

/** The answers of a form, one per line. */
export const formWords = (answers: readonly FormAnswer[], title: string): string =>
  [title, ...answers.map((each) => `${each.label}: ${each.answer}`)].join('\n');
