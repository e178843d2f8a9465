import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { collectFieldErrors } from '../../../core/errors/validation.js';
import { type Localized, t } from '../../../core/i18n.js';
import { fieldsOf } from '../../../core/resource/field-meta.js';
import { ContactInput } from '../contacts.dto.js';
import { phoneOfFile } from '../phone.js';
import type { Column } from './contact-columns.js';
import type { ImportedContact, RefusedLine } from './contact-import.entity.js';

export type FileLine = ImportedContact | RefusedLine;

const tooShort = t('Muito curto!', 'Too short!', '¡Demasiado corto!');
const invalid = t('Número inválido', 'Invalid number', 'Número no válido');
const tooLong = t('Muito longo!', 'Too long!', '¡Demasiado largo!');
const rounded = t(
  'A planilha arredondou o número; formate a coluna como texto',
  'The sheet rounded the number; format the column as text',
  'La planilla redondeó el número; dé formato de texto a la columna',
);
const maxShown = 50;
/** Never half of a surrogate pair, which PostgreSQL refuses. */
const shown = (text: string): string => text.slice(0, maxShown).toWellFormed();
const digits = { min: 8, max: 14 };

/** One line as a contact, or why it is refused. */
export function parseLine(line: number, cells: readonly string[], columns: readonly Column[]): FileLine {
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const infos = columns.flatMap((column, index) => {
    const value = cells[index] ?? '';
    return column !== null && typeof column === 'object' && value !== '' ? [{ name: column.info, value }] : [];
  });
  const input = { name: cell('name'), number: cell('number'), email: cell('email') || null, extraInfo: infos };
  const fault = (field: string, text: Localized): RefusedLine => {
    return { line, name: shown(input.name), number: shown(input.number), text: named(field, text) };
  };
  const [wrong] = Object.entries(collectFieldErrors(validateSync(plainToInstance(ContactInput, input))));
  // letters make it invalid rather than too short
  const short = /\p{L}/u.test(input.number) ? invalid : tooShort;
  if (wrong?.[0] === 'number' && input.number !== '' && short === invalid) return fault('number', invalid);
  if (wrong) return fault(...wrong);
  if (/\d[.,]?\d*e\+\d/i.test(input.number)) return fault('number', rounded);
  const number = phoneOfFile(input.number);
  if (number.length < digits.min) return fault('number', short);
  if (number.length > digits.max) return fault('number', tooLong);
  return {
    line,
    name: input.name,
    number,
    email: input.email ?? '',
    extraInfo: infos.map((info, index) => ({ id: index + 1, ...info })),
  };
}

function named(field: string, text: Localized): Localized {
  const label = fieldsOf(ContactInput).find(({ name }) => name === field)?.label ?? t(field, field, field);
  return {
    pt: `${label.pt}: ${text.pt}`,
    en: `${label.en}: ${text.en}`,
    es: `${label.es}: ${text.es}`,
  };
}
