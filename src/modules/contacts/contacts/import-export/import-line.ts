import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { collectFieldErrors } from '../../../../core/errors/validation.js';
import { type Localized, t } from '../../../../core/i18n.js';
import { groupDigits, phoneFaults, readPhone } from '../../../../core/phone.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import { ContactInput } from '../contacts.dto.js';
import { type ColumnName, columnNames } from '../fields/contact-fields.js';
import type { ImportedContact, RefusedLine } from './contact-import.entity.js';

/** The field that a cell belongs to. */
export type Column = ColumnName | { readonly info: string } | null;

export type FileLine = ImportedContact | RefusedLine;

const maxShown = 50;
/** Cuts the text without leaving half of a surrogate pair, which PostgreSQL refuses. */
const shown = (text: string): string => text.slice(0, maxShown).toWellFormed();

/** Reads one line as a contact, or returns why it is refused. */
export function parseLine(line: number, cells: readonly string[], columns: readonly Column[]): FileLine {
  const cell = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const infos = columns.flatMap((column, index) => {
    const value = cells[index] ?? '';
    return column !== null && typeof column === 'object' && value !== '' ? [{ name: column.info, value }] : [];
  });
  const texts = Object.fromEntries(columnNames.map((name) => [name, cell(name)])) as Record<ColumnName, string>;
  const input = { ...texts, extraInfo: infos };
  const fault = (field: string, text: Localized): RefusedLine => {
    return { line, name: shown(input.name), number: shown(input.number), text: named(field, text) };
  };
  const [wrong] = Object.entries(collectFieldErrors(validateSync(plainToInstance(ContactInput, input))));
  const read = readPhone(input.number);
  if (wrong?.[0] === 'number' && input.number !== '' && read.fault) return fault('number', read.fault);
  if (wrong) return fault(...wrong);
  if (read.fault) return fault('number', read.fault);
  const { number } = read;
  if (number.length >= groupDigits) return fault('number', phoneFaults.long);
  return {
    ...texts,
    line,
    number,
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
