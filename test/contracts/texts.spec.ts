import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allPermissions } from '../../src/core/access/permissions.js';
import { errorCatalogue } from '../../src/core/errors/app-error.js';
import { type Localized, locales } from '../../src/core/i18n.js';
import { allPages, allResources } from '../../src/core/resource/define-resource.js';
import { type FieldMeta, fieldsOf } from '../../src/core/resource/field-meta.js';
import { sharedApp } from '../support/app.js';
import { bodyOf } from '../support/client.js';
import { world } from '../support/world.js';

const app = await sharedApp();
const w = await world(app);

beforeAll(async () => {
  // all declarations are loaded with the application
});

/** Spec 000 §8. */
const codesOfSpec = [
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_INVALID_CREDENTIALS',
  'ERR_SENDING_WAPP_MSG',
  'ERR_DELETE_WAPP_MSG',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_SESSION_EXPIRED',
  'ERR_USER_CREATION_DISABLED',
  'ERR_NO_PERMISSION',
  'ERR_DUPLICATED_CONTACT',
  'ERR_NO_SETTING_FOUND',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_CREATING_MESSAGE',
  'ERR_CREATING_TICKET',
  'ERR_FETCH_WAPP_MSG',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_WAPP_GREETING_REQUIRED',
];

function missing(where: string, text: Localized | undefined): string[] {
  return locales.filter((locale) => !text?.[locale]?.trim()).map((locale) => `${where} has no text in ${locale}`);
}

/** Names whose translation may be the same word, like a brand. */
const variablesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name).toSorted();

test('the error codes are those of the specification', () => {
  const wellKnown = [...errorCatalogue].filter(([, error]) => error.wellKnown).map(([code]) => code);
  expect(wellKnown.toSorted()).toEqual(codesOfSpec.toSorted());
});

test('an error is a code of the specification or a sentence with a code beside it', async () => {
  const known = await w.admin.get('/tags/999999999');
  expect(known.body).toMatchObject({ code: 'ERR_NO_TAG_FOUND', error: known.body.message });
  const stranger = await w.admin.get('/tickets/999999999');
  expect(stranger.body).toMatchObject({ code: 'ERR_NO_TICKET_FOUND', error: 'ERR_NO_TICKET_FOUND' });
  const invalid = await w.admin.post('/tags', { name: 'ab' });
  expect(invalid.body).toMatchObject({ code: 'ERR_VALIDATION', error: 'Verifique os campos informados.' });
});

test('every error has its text in every language, with the same parameters', () => {
  const faults = [...errorCatalogue].flatMap(([code, { text }]) => [
    ...missing(code, text),
    ...locales
      .filter((locale) => variablesOf(text[locale]).join() !== variablesOf(text.pt).join())
      .map((locale) => `${code} has other parameters in ${locale}`),
  ]);
  expect(faults).toEqual([]);
});

test('the sentences of the specification are literal', () => {
  expect(errorCatalogue.get('ERR_COMPANY_EXPIRED')?.text.pt).toBe(
    'Seu serviço está vencido, entre em contato com o suporte!',
  );
});

function faultsOfField(where: string, field: FieldMeta): string[] {
  return [
    ...missing(`${where}.${field.name}`, field.label),
    ...Object.entries(field.messages).flatMap(([rule, text]) => missing(`${where}.${field.name} ${rule}`, text)),
    ...(field.options ?? []).flatMap(({ value, label }) => missing(`${where}.${field.name} = ${value}`, label)),
    ...(field.help ? missing(`${where}.${field.name} help`, field.help) : []),
    ...(field.group ? missing(`${where}.${field.name} group`, field.group) : []),
    ...(field.items ? fieldsOf(field.items()).flatMap((item) => faultsOfField(`${where}.${field.name}`, item)) : []),
  ];
}

test('every resource, field, option and message is labelled in every language', () => {
  const faults = [...allResources.values()].flatMap((resource) => [
    ...missing(resource.name, resource.label.one),
    ...missing(resource.name, resource.label.many),
    ...(resource.savedMessage ? missing(resource.name, resource.savedMessage) : []),
    ...[...fieldsOf(resource.input), ...(resource.columns ?? [])].flatMap((field) =>
      faultsOfField(resource.name, field),
    ),
  ]);
  expect(allResources.size).toBeGreaterThanOrEqual(7);
  expect(faults).toEqual([]);
});

test('every page has a label, every permission the name of the specification', () => {
  expect([...allPages.values()].flatMap(({ name, label }) => missing(name, label))).toEqual([]);
  for (const name of allPermissions.keys()) expect(name).toMatch(/^[\w-]+:[\w]+$/);
  for (const name of [
    'tickets-manager:showall',
    'ticket-options:deleteTicket',
    'contacts-page:deleteContact',
    'user-modal:editProfile',
    'user-modal:editQueues',
  ])
    expect(allPermissions.has(name)).toBe(true);
});

test('responses are in the language of the caller', async () => {
  const ask = async (language: string): Promise<string> =>
    (await app.visitor().get('/tickets', { 'accept-language': language })).body.message;
  expect(await ask('en-GB,en;q=0.9')).toBe('Session expired. Please sign in.');
  expect(await ask('es')).toBe('Sesión expirada. Por favor inicie sesión.');
  expect(await ask('de')).toBe('Sessão expirada. Por favor entre.');
  const { body } = await w.admin.request('POST', '/tags', {
    body: { name: 'x' },
    headers: { 'accept-language': 'en' },
  });
  expect(Object.values(body.fields ?? {})).not.toContain('Mensagem muito curta');
  for (const locale of locales)
    expect(bodyOf(await w.admin.get<{ locale: string }>('/resources', { 'accept-language': locale })).locale).toBe(
      locale,
    );
});

test('the screens have all texts in three languages', async () => {
  const index = pathToFileURL(join(import.meta.dirname, '../../admin/src/i18n/index.ts')).href;
  const { messages } = (await import(index)) as { messages: Record<string, unknown> };
  const flat = (value: unknown, path = ''): [string, string][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, child]) => flat(child, `${path}.${key}`))
      : [[path, String(value)]];
  const pt = flat(messages.pt);
  expect(pt.length).toBeGreaterThan(100);
  for (const locale of ['en', 'es']) {
    const other = new Map(flat(messages[locale]));
    expect([...other.keys()].toSorted()).toEqual(pt.map(([path]) => path).toSorted());
    for (const [path, text] of pt) {
      const named = (value: string): string =>
        [...value.matchAll(/%\{(\w+)\}/g)]
          .map(([, name]) => name)
          .toSorted()
          .join();
      expect([locale, path, other.get(path)?.trim() === '' && text.trim() !== '']).toEqual([locale, path, false]);
      expect([locale, path, [...new Set(named(other.get(path) ?? '').split(','))]]).toEqual([
        locale,
        path,
        [...new Set(named(text).split(','))],
      ]);
    }
  }
});
