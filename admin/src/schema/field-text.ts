import { formatDate, formatDateTime, formatMoney, formatPhone } from '../shared/format';
import type { FieldView, Widget } from './types';

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const choiceText = (value: unknown, { options }: FieldView) =>
  options?.find((option) => option.value === value)?.label ?? textOf(value);

const texts: Partial<Record<Widget, (value: unknown, view: FieldView) => string>> = {
  text: textOf,
  multiline: textOf,
  email: textOf,
  phone: (value) => formatPhone(textOf(value)),
  number: (value) => (typeof value === 'number' ? value.toLocaleString('pt-BR') : textOf(value)),
  money: (value) => ((value ?? '') === '' ? '' : formatMoney(Number(value))),
  date: (value) => formatDate(textOf(value)),
  datetime: (value) => formatDateTime(textOf(value)),
  choice: choiceText,
  choices: (value, view) => (Array.isArray(value) ? value.map((each) => choiceText(each, view)).join(', ') : ''),
};

/** The value of a field as text; '' without a value or if the widget shows no text. */
export const fieldText = (view: FieldView, value: unknown): string => texts[view.widget]?.(value, view) ?? '';
