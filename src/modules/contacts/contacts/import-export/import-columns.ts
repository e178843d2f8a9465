import { type ColumnName, columnNames, contactColumns } from '../fields/contact-fields.js';

const nameParts = ['firstName', 'lastName'] as const;
const others = ['info', 'skip'] as const;
/** What a column of a file holds: part of a contact, further information, or nothing that is imported. */
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
  'label rotulo etiqueta type tipo fax pager isdn tty tdd telex assistant assistente asistente display domain dominio status optin opt has tem country pais code codigo ddd ddi extension ramal owner account',
);
/** The columns that the file of refused lines adds, and the notes of address books about their own columns. */
const ownColumns = set('linhadoarquivo lineofthefile lineadelarchivo motivodarecusa reasonofrefusal motivodelrechazo');

/** The words of a heading: `Phone 1 - Value`, `phone_number` and `phoneNumber` begin with the same one. */
const wordsOf = (heading: string): string[] =>
  heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/\be-mails?\b/gi, 'email')
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
  return has(mobileWords) || has(phoneWords) || numbersAlone.has(joined) ? 'number' : 'info';
}

/** Whether the column has numbers of mobile phones, which are read before those of other phones. */
export const isMobile = (heading: string): boolean => wordsOf(heading).some((word) => mobileWords.has(word));

/**
 * What the columns hold, by the headings of address books and help desks in Portuguese, English and Spanish: Google
 * Contacts, Outlook, HubSpot, Chatwoot and others. Of names only the first column counts; a `Nome` beside a `Sobrenome`
 * is the first name.
 */
export function guessRoles(headings: readonly string[]): ColumnRole[] {
  const roles = headings.map(roleOf);
  const hasGiven = headings.some((heading) => givenNames.has(wordsOf(heading).join('')));
  const isSplit = roles.includes('lastName') && !hasGiven;
  const first = roles.indexOf('name');
  return roles.map((role, index) => {
    if (role !== 'name') return role;
    if (index !== first) return 'info';
    return isSplit ? 'firstName' : 'name';
  });
}
