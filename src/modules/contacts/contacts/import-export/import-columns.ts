import { type ColumnName, columnNames, contactColumns } from '../fields/contact-fields.js';

const nameParts = ['firstName', 'lastName'] as const;
const others = ['areaCode', 'info', 'skip'] as const;
/** What a column of a file holds: part of a contact, the area code of its number, further information, or nothing. */
export type ColumnRole = ColumnName | (typeof nameParts)[number] | (typeof others)[number];

export const isColumnRole = (text: string): text is ColumnRole =>
  [...columnNames, ...nameParts, ...others].some((role) => role === text);

/** The columns of contacts that have no rules of their own: they are found by their headings. */
export const plainColumns = columnNames.filter((name) => !['name', 'number', 'email'].includes(name));

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const givenNames = set('firstname givenname forename primeironome primernombre prenome');
const middleNames = set('middlename additionalname segundonome segundonombre nomedomeio');
const lastNames = set('lastname surname familyname sobrenome ultimonome apellido apellidos');
const fullNames = set(
  'name nome nombre fullname nomecompleto nombrecompleto contactname nomedocontato nombredelcontacto nomecontato displayname nomedeexibicao contato contact contacto cliente customer nomedocliente nombredelcliente customername pushname',
);
const mobileWords = set('celular celulares cel mobile cell cellphone movil telemovel whatsapp whats wpp zap');
const phoneWords = set('phone phones telephone telefone telefones fone tel telefono telefonos msisdn');
const numbersAlone = set(
  'number numero num numerodocontato numerodelcontacto contactnumber numerodocliente numerodelcliente customernumber wanumber',
);
const emailWords = set('email emails mail correo');
/** Words of columns that say something about a number or an address, but are none. */
const aboutOthers = set(
  'label rotulo etiqueta type tipo fax pager isdn tty tdd telex assistant assistente asistente display domain dominio status optin opt has tem extension ramal owner account',
);
/** Words of columns with a part of a number; after a word like `com` they say how the whole number is written. */
const partsOfNumbers = set('country pais code codigo ddd ddi');
const connectors = set('com c with con incluindo incluido including e y and mais');
const areaCodes = set('areacode codigodearea codigodaarea codigoarea');
/** The columns that the file of refused lines adds, and the notes of address books about their own columns. */
const ownColumns = set('linhadoarquivo lineofthefile lineadelarchivo motivodarecusa reasonofrefusal motivodelrechazo');

/** The words of a heading: `Phone 1 - Value`, `phone_number` and `phoneNumber` begin with the same one. */
const wordsOf = (heading: string): string[] =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\be-mails?\b/gi, 'email')
    .replace(/\+|\((?=ddd\b)/gi, ' com ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const plainByHeading = new Map(
  plainColumns.flatMap((name) => {
    const { heading, also = [] } = contactColumns[name];
    return [...Object.values(heading), ...also].map((text) => [wordsOf(text).join(''), name] as const);
  }),
);

function roleOf(heading: string): ColumnRole {
  const words = wordsOf(heading);
  const joined = words.join('');
  const plain = plainByHeading.get(joined);
  if (plain) return plain;
  const has = (known: ReadonlySet<string>): boolean => words.some((word) => known.has(word));
  if (words.length === 0 || ownColumns.has(joined) || words.at(-1) === 'label' || words[0] === 'phonetic')
    return 'skip';
  if (givenNames.has(joined) || middleNames.has(joined)) return 'firstName';
  if (lastNames.has(joined)) return 'lastName';
  if (fullNames.has(joined)) return 'name';
  if (has(aboutOthers)) return 'info';
  if (has(emailWords)) return 'email';
  const isNumber = has(mobileWords) || has(phoneWords) || numbersAlone.has(joined);
  if (!has(partsOfNumbers)) return isNumber ? 'number' : 'info';
  if (has(connectors) && (isNumber || has(numbersAlone))) return 'number';
  return words.includes('ddd') || areaCodes.has(joined) ? 'areaCode' : 'info';
}

const isOfPhone = (heading: string): boolean =>
  wordsOf(heading).some((word) => mobileWords.has(word) || phoneWords.has(word));

/** Whether the column has numbers of mobile phones, which are read before those of other phones. */
export const isMobile = (heading: string): boolean => wordsOf(heading).some((word) => mobileWords.has(word));

/**
 * What the columns hold, by the headings of address books and help desks in Portuguese, English and Spanish: Google
 * Contacts, Outlook, HubSpot, Chatwoot and others. Of names only the first column counts; a `Nome` beside a `Sobrenome`
 * is the first name, and `DDD Celular` without another column of numbers is the whole number.
 */
export function guessRoles(headings: readonly string[]): ColumnRole[] {
  const roles = headings.map(roleOf);
  const hasGiven = headings.some((heading) => givenNames.has(wordsOf(heading).join('')));
  const isSplit = roles.includes('lastName') && !hasGiven;
  const first = roles.indexOf('name');
  const hasNumber = roles.includes('number');
  return roles.map((role, index) => {
    if (role === 'areaCode' && !hasNumber && isOfPhone(headings[index] ?? '')) return 'number';
    if (role !== 'name') return role;
    if (index !== first) return 'info';
    return isSplit ? 'firstName' : 'name';
  });
}
