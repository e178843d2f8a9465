import { isEmail } from 'class-validator';
import { type Localized, t } from '../../../../core/i18n.js';
import { groupDigits, phoneFaults, type ReadPhone, readPhone } from '../../../../core/phone.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import { ContactInput } from '../contacts.dto.js';
import { visibleName } from '../contacts.policy.js';
import { truncateName } from '../identity/contact-names.js';
import type { FileLine, RefusedLine } from './contact-import.entity.js';
import { type ColumnRole, isMobile, plainColumns } from './import-columns.js';

export interface LineRules {
  /** The country of the company. */
  readonly country: string;
  /** Whether lines that are read keep their cells, because they may be refused later. */
  readonly keepsCells: boolean;
}

/** A column of the file. */
export interface Column {
  readonly heading: string;
  readonly role: ColumnRole;
}

const maxShown = 50;
const maxEmail = 255;
const maxInfo = 1_000;
const maxInfos = 100;
const maxInfoName = 100;

const notes = {
  nameCut: t('O nome foi cortado em 50 letras', 'The name was cut at 50 letters', 'El nombre se cortó en 50 letras'),
  nameShort: t(
    'O nome tem uma letra só; ficou o número',
    'The name has one letter only; the number was taken',
    'El nombre tiene una sola letra; quedó el número',
  ),
  email: (written: string) =>
    t(
      `O e-mail não é válido e ficou de fora: ${written}`,
      `The e-mail is not valid and was left out: ${written}`,
      `El correo no es válido y quedó fuera: ${written}`,
    ),
  textCut: (name: string, most: number) =>
    t(
      `${name}: o texto foi cortado em ${most} letras`,
      `${name}: the text was cut at ${most} letters`,
      `${name}: el texto se cortó en ${most} letras`,
    ),
  infosCut: t(
    'Só as primeiras 100 informações ficaram',
    'Only the first 100 values were kept',
    'Solo quedaron los primeros 100 datos',
  ),
};

const numberFault = (text: Localized): Localized => t(`Número: ${text.pt}`, `Number: ${text.en}`, `Número: ${text.es}`);
const required = t('Obrigatório', 'Required', 'Obligatorio');

/** Cuts the text without leaving half of a surrogate pair, which PostgreSQL refuses. */
const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** The values of a cell: Google Contacts writes several of them with these signs between. */
const valuesOf = (cell: string): string[] =>
  cell
    .split(' ::: ')
    .map((value) => value.trim())
    .filter((value) => value !== '');

interface Cell extends Column {
  readonly index: number;
  readonly value: string;
}

/** One of the values of a cell. */
interface Value {
  readonly index: number;
  readonly text: string;
}

const valuesIn = (cells: readonly Cell[]): Value[] =>
  cells.flatMap(({ index, value }) => valuesOf(value).map((text) => ({ index, text })));

/**
 * Reads one line as a contact. Only a number that is none refuses it: other values that a form would refuse are cut or
 * left out, with a note. Of several numbers and addresses the first that can be used counts, mobile phones before
 * others; the others are kept as further information. A number without its area code gets that of the nearest column of
 * area codes.
 */
export function parseLine(
  line: number,
  cells: readonly string[],
  columns: readonly Column[],
  { country, keepsCells }: LineRules,
): FileLine {
  const filled = columns.flatMap((column, index): Cell[] => {
    const value = cells[index] ?? '';
    return value === '' ? [] : [{ ...column, index, value }];
  });
  const of = (role: ColumnRole) => filled.filter((each) => each.role === role);
  const numbers = of('number').toSorted((a, b) => Number(isMobile(b.heading)) - Number(isMobile(a.heading)));
  const areaCodes = of('areaCode');
  const areaCodeOf = (index: number): string =>
    areaCodes.toSorted((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index))[0]?.value ?? '';
  /** The number with its area code, if it cannot be read without. */
  const whole = ({ index, text }: Value): string => {
    const areaCode = areaCodeOf(index);
    return areaCode === '' || readPhone(text, country).number !== undefined ? text : `${areaCode} ${text}`;
  };
  const read = (value: Value): ReadPhone => readPhone(whole(value), country);
  const writtenNumbers = valuesIn(numbers);
  const numberValue = writtenNumbers.find((value) => read(value).number !== undefined) ?? writtenNumbers[0];
  const emails = valuesIn(of('email'));
  const emailValue = emails.find(({ text }) => isEmail(text)) ?? emails[0];
  const written = [...of('firstName'), ...of('lastName')].map(({ value }) => value).join(' ');
  const name = visibleName(of('name')[0]?.value ?? written, '') || visibleName(written, '');
  const refuse = (text: Localized): RefusedLine => ({
    ...{ line, cells, text: numberFault(text) },
    ...{ name: cut(name, maxShown), number: cut(numberValue?.text ?? '', maxShown) },
  });
  if (!numberValue) return refuse(required);
  const { number, fault } = read(numberValue);
  if (fault) return refuse(fault);
  if (number.length >= groupDigits) return refuse(phoneFaults.long);
  const faults: Localized[] = [];
  const email = emailValue?.text ?? '';
  const isUsable = email.length <= maxEmail && isEmail(email);
  if (email !== '' && !isUsable) faults.push(notes.email(cut(email, maxShown)));
  const others = filled.flatMap(({ role, heading, value, index }) => {
    if (role === 'info') return [{ heading, value }];
    if (role !== 'number' && role !== 'email') return [];
    const used = role === 'number' ? numberValue : emailValue;
    const kept = valuesOf(value).filter((text) => used?.index !== index || used.text !== text);
    const rest = role === 'number' ? kept.map((text) => whole({ index, text })) : kept;
    return rest.length > 0 ? [{ heading, value: rest.join(', ') }] : [];
  });
  if (others.length > maxInfos) faults.push(notes.infosCut);
  const extraInfo = others.slice(0, maxInfos).map(({ heading, value }, index) => {
    const infoName = cut(heading, maxInfoName);
    if (value.length > maxInfo) faults.push(notes.textCut(infoName, maxInfo));
    return { id: index + 1, name: infoName, value: cut(value, maxInfo) };
  });
  const plain = plainColumns.flatMap((column) => {
    const [cell] = of(column);
    if (!cell) return [];
    const most = fieldsOf(ContactInput).find((field) => field.name === column)?.max ?? maxInfo;
    if (cell.value.length > most) faults.push(notes.textCut(cell.heading, most));
    return [[column, cut(cell.value, most)]];
  });
  return {
    ...{ line, number, extraInfo },
    ...(keepsCells ? { cells } : {}),
    ...Object.fromEntries(plain),
    name: readName(name, number, faults),
    email: isUsable ? email : '',
    ...(faults.length > 0 ? { notes: faults } : {}),
  };
}

function readName(name: string, number: string, faults: Localized[]): string {
  const isShort = name.length === 1;
  const kept = truncateName(name).toWellFormed();
  if (isShort) faults.push(notes.nameShort);
  if (kept !== name && name.length > kept.length) faults.push(notes.nameCut);
  return isShort || name === '' ? number : kept;
}
