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
  if (asObject(value)) return JSON.stringify(value).slice(0, maxAnswer);
  return asText(value)?.replace(/^\d+_/, '').replaceAll('_', ' ').slice(0, maxAnswer) ?? null;
};

/** The answers of a form, one per line. @param json the answers as the customer's phone sends them */
export function formWords(json: unknown, title: string): string {
  let answers: unknown;
  try {
    answers = typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    answers = null;
  }
  const lines = Object.entries(asObject(answers) ?? {})
    .filter(([key]) => !internal.has(key))
    .slice(0, maxAnswers)
    .flatMap(([key, value]) => {
      const said = answer(value);
      return said === null ? [] : [`${label(key)}: ${said}`];
    });
  return [title, ...lines].join('\n');
}
