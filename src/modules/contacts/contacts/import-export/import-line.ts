import { isEmail } from 'class-validator';
import { type Localized, t } from '../../../../core/i18n.js';
import { groupDigits, phoneFaults, readPhone } from '../../../../core/phone.js';
import { fieldsOf } from '../../../../core/resource/field-meta.js';
import { ContactInput } from '../contacts.dto.js';
import { visibleName } from '../contacts.policy.js';
import { truncateName } from '../identity/contact-names.js';
import type { FileLine, RefusedLine } from './contact-import.entity.js';
import { type ColumnRole, isMobile, plainColumns } from './import-columns.js';

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

/** Google Contacts writes several values of one cell between these signs. */
const firstOf = (cell: string): string => cell.split(' ::: ')[0]?.trim() ?? '';

/**
 * Reads one line as a contact. Only a number that is none refuses it: other values that a form would refuse are cut or
 * left out, with a note. Of several numbers and addresses the first counts, mobile phones before others; the others are
 * kept as further information.
 */
export function parseLine(
  line: number,
  cells: readonly string[],
  columns: readonly Column[],
  country: string,
): FileLine {
  const filled = columns.flatMap((column, index) => {
    const value = cells[index] ?? '';
    return value === '' ? [] : [{ ...column, index, value }];
  });
  const of = (role: ColumnRole) => filled.filter((each) => each.role === role);
  const numbers = of('number').toSorted((a, b) => Number(isMobile(b.heading)) - Number(isMobile(a.heading)));
  const usable = numbers.find(({ value }) => readPhone(firstOf(value), country).number !== undefined);
  const numberCell = usable ?? numbers[0];
  const emailCell = of('email').find(({ value }) => isEmail(firstOf(value))) ?? of('email')[0];
  const written = [...of('firstName'), ...of('lastName')].map(({ value }) => value).join(' ');
  const name = visibleName(of('name')[0]?.value ?? written, '') || visibleName(written, '');
  const refuse = (text: Localized): RefusedLine => ({
    ...{ line, cells, text: numberFault(text) },
    ...{ name: cut(name, maxShown), number: cut(numberCell?.value ?? '', maxShown) },
  });
  if (!numberCell) return refuse(required);
  const { number, fault } = readPhone(firstOf(numberCell.value), country);
  if (fault) return refuse(fault);
  if (number.length >= groupDigits) return refuse(phoneFaults.long);
  const faults: Localized[] = [];
  const email = firstOf(emailCell?.value ?? '');
  const isUsable = email.length <= maxEmail && isEmail(email);
  if (email !== '' && !isUsable) faults.push(notes.email(cut(email, maxShown)));
  const used = new Set([numberCell.index, emailCell?.index]);
  const others = filled.filter(
    ({ role, index }) => role === 'info' || ((role === 'number' || role === 'email') && !used.has(index)),
  );
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
    ...{ line, cells, number, extraInfo },
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
