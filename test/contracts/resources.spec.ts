import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { allPages, allResources, type Resource } from '../../src/core/resource/define-resource.js';
import { fieldsOf } from '../../src/core/resource/field-meta.js';
import { sharedApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { operationsOf, type Schema } from '../support/routes.js';
import { world } from '../support/world.js';

const app = await sharedApp();
const w = await world(app);

interface FieldView {
  readonly name: string;
  readonly label: string;
  readonly widget: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly { readonly value: unknown; readonly label: string }[];
  readonly reference?: { readonly resource: string; readonly many: boolean; readonly label: string };
}

interface Entry {
  readonly section: string;
  readonly order: number;
}

interface ResourceView {
  readonly name: string;
  readonly path: string;
  readonly screenPath: string;
  readonly locked: boolean;
  readonly menu: Entry | null;
  readonly list: {
    readonly columns: readonly FieldView[];
    readonly filters: readonly FieldView[];
    readonly sort: { readonly field: string };
  } | null;
  readonly form: { readonly create: readonly FieldView[]; readonly edit: readonly FieldView[] };
  readonly can: Readonly<Record<'list' | 'create' | 'edit' | 'delete', boolean>>;
}

interface Resources {
  readonly permissions: readonly string[];
  readonly plan: { readonly features: Readonly<Record<string, boolean>> };
  readonly pages: readonly {
    readonly name: string;
    readonly path: string;
    readonly menu: Entry | null;
    readonly locked: boolean;
  }[];
  readonly resources: readonly ResourceView[];
}

const read = async (client: Client): Promise<Resources> => bodyOf(await client.get<Resources>('/resources'));

/** What a user can do, in a few lines: permissions, pages and per resource its verbs, its menu and its fields. */
function outline({ permissions, pages, resources }: Resources): object {
  return {
    permissions: permissions.toSorted(),
    pages: pages.map(({ path, locked }) => `${path}${locked ? ' (locked)' : ''}`).toSorted(),
    resources: Object.fromEntries(
      resources.map(({ name, can, menu, locked, form }) => [
        name,
        `${Object.entries(can)
          .filter(([, may]) => may)
          .map(([verb]) => verb)
          .join(
            ' ',
          )}${menu ? ' | menu' : ''}${locked ? ' | locked' : ''} | ${form.create.map((field) => field.name + (field.required ? '*' : '')).join(' ')}`,
      ]),
    ),
  };
}

describe('what each may see and do', () => {
  test('attendant', async () => {
    expect(outline(await read(w.attendant))).toMatchSnapshot();
  });
  test('supervisor', async () => {
    expect(outline(await read(w.supervisor))).toMatchSnapshot();
  });
  test('manager', async () => {
    expect(outline(await read(w.admin))).toMatchSnapshot();
  });
  test('platform', async () => {
    expect(outline(await read(app.platform))).toMatchSnapshot();
  });
  test('manager of a company whose plan allows nothing beyond', async () => {
    const none = {
      useCampaigns: false,
      useSchedules: false,
      useInternalChat: false,
      useExternalApi: false,
      useKanban: false,
      useIntegrations: false,
      useAiActive: false,
      useSms: false,
      useLeads: false,
    };
    const poor = await world(app, { plan: none });
    const { plan, ...rest } = await read(poor.admin);
    expect(plan.features).toMatchObject(none);
    expect(outline({ plan, ...rest })).toMatchSnapshot();
  });
});

/** Spec 000 §2, side menu: sections and entries in order, who sees them, and by which flag of the plan. */
const menu = {
  main: [
    ['/tickets', 'user'],
    ['/relatories', 'supervisor'],
    ['/kanban', 'user', 'useKanban'],
    ['/quick-messages', 'user'],
    ['/contacts', 'user'],
    ['/tags', 'user'],
    ['/chats', 'user', 'useInternalChat'],
    ['/leads', 'admin', 'useLeads'],
    ['/help', 'user'],
  ],
  ai: [
    ['/aicampaigns', 'admin', 'useAiActive'],
    ['/aireports', 'admin', 'useAiActive'],
  ],
  sms: [
    ['/smscampaigns', 'admin', 'useSms'],
    ['/smsreports', 'admin', 'useSms'],
  ],
  management: [
    ['/connections', 'admin'],
    ['/files', 'admin'],
    ['/queues', 'admin'],
    ['/users', 'admin'],
    ['/settings', 'admin'],
    ['/integrations', 'admin', 'useIntegrations'],
  ],
  super: [
    ['/admin/plans', 'super'],
    ['/admin/companies', 'super'],
    ['/admin/announcements', 'super'],
    ['/admin/edit-help', 'super'],
  ],
} as const;

test('the menu has the order of the specification, by role and plan', async () => {
  const exists = new Set([
    ...[...allPages.values()].map(({ path }) => path),
    ...[...allResources.values()].map(({ name, screen = name }) => `/${screen}`),
  ]);
  const poor = await world(app, {
    plan: {
      useKanban: false,
      useInternalChat: false,
      useLeads: false,
      useAiActive: false,
      useSms: false,
      useIntegrations: false,
    },
  });
  for (const [client, ranks, rich] of [
    [w.attendant, ['user'], true],
    [w.supervisor, ['user', 'supervisor'], true],
    [w.admin, ['user', 'supervisor', 'admin'], true],
    [poor.admin, ['user', 'supervisor', 'admin'], false],
    [app.platform, ['user', 'supervisor', 'admin', 'super'], undefined],
  ] as const) {
    const { pages, resources, plan } = await read(client);
    const shown = [
      ...pages.map(({ path, menu: entry, locked }) => ({ path, entry, locked })),
      ...resources.map(({ screenPath, menu: entry, locked }) => ({ path: `/${screenPath}`, entry, locked })),
    ].filter(({ entry, locked }) => entry && !locked);
    for (const [section, entries] of Object.entries(menu)) {
      const named = new Set<string>(entries.map(([path]) => path));
      expect([
        section,
        shown
          .filter(({ path, entry }) => entry?.section === section && named.has(path))
          .sort((a, b) => (a.entry?.order ?? 0) - (b.entry?.order ?? 0))
          .map(({ path }) => path),
      ]).toEqual([
        section,
        entries
          .filter(([path, rank]) => exists.has(path) && (ranks as readonly string[]).includes(rank))
          .filter(([, , flag]) => flag === undefined || (rich ?? plan.features[flag] === true))
          .map(([path]) => path),
      ]);
    }
  }
  const telephony = (await read(app.platform)).pages.filter(({ path }) => path.startsWith('/pabx'));
  expect(telephony.map(({ menu: entry }) => entry)).toEqual([null, null, null]);
});

test('higher ranks see everything that lower ranks see', async () => {
  const ladder = [await read(w.attendant), await read(w.supervisor), await read(w.admin), await read(app.platform)];
  for (const [index, lower] of ladder.slice(0, -1).entries()) {
    const higher = ladder[index + 1];
    expect(higher?.permissions).toEqual(expect.arrayContaining([...lower.permissions]));
    expect(higher?.resources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(lower.resources.map(({ name }) => name)),
    );
  }
});

test('its permissions are those of the routes', async () => {
  for (const client of [w.attendant, w.supervisor, w.admin]) {
    const { resources } = await read(client);
    for (const { name, can } of resources) {
      const status = async (method: string, path: string): Promise<number> =>
        (await client.request(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: {} })).status;
      expect([name, 'list', (await status('GET', `/${name}`)) === 200]).toEqual([name, 'list', can.list]);
      expect([name, 'create', (await status('POST', `/${name}`)) !== 403]).toEqual([name, 'create', can.create]);
      expect([name, 'delete', (await status('DELETE', `/${name}/987654321`)) !== 403]).toEqual([
        name,
        'delete',
        can.delete,
      ]);
    }
    const shown = new Set(resources.map(({ name }) => name));
    for (const name of allResources.keys())
      if (!shown.has(name)) expect([name, (await client.get(`/${name}`)).status]).toEqual([name, 403]);
  }
});

/** Fields that both form and API require, without those with an API default. */
function demanded(resource: Resource, form: { create: readonly { name: string; required: boolean }[] }): string[] {
  const assumed = fieldsOf(resource.input).filter((field) => field.apiDefault !== undefined);
  return form.create
    .filter(({ name, required }) => required && !assumed.some((field) => field.name === name))
    .map(({ name }) => name)
    .toSorted();
}

test('it agrees with the OpenAPI document and the DTOs', async () => {
  const operations = operationsOf(app);
  const { resources } = await read(app.platform);
  expect(resources.map(({ name }) => name).toSorted()).toEqual([...allResources.keys()].toSorted());
  for (const { name, form, can } of resources) {
    const resource = allResources.get(name);
    if (!resource || !can.create) continue;
    const create = operations.find(({ method, path }) => method === 'POST' && path === `/${name}`)?.body;
    const update = operations.find(({ method, path }) => method === 'PUT' && path === `/${name}/:id`)?.body;
    expect([name, Object.keys(create?.properties ?? {})]).toEqual([
      name,
      // a field of several channels is in the form once for each
      [...new Set(fieldsOf(resource.input).map((field) => field.name))],
    ]);
    expect([name, (create?.required ?? []).toSorted()]).toEqual([name, demanded(resource, form)]);
    expect([name, update?.required ?? []]).toEqual([name, []]);
    for (const field of form.create) {
      const schema: Schema = create?.properties?.[field.name] ?? {};
      if (field.options)
        expect([name, field.name, (schema.enum ?? schema.items?.enum)?.filter((value) => value !== null)]).toEqual([
          name,
          field.name,
          field.options.map(({ value }) => value),
        ]);
      const text = schema.type === 'string';
      if (text && field.max !== undefined)
        expect([name, field.name, schema.maxLength]).toEqual([name, field.name, field.max]);
      if (text && field.min !== undefined)
        expect([name, field.name, schema.minLength]).toEqual([name, field.name, field.min]);
      if (schema.type === 'integer' && field.max !== undefined)
        expect([name, field.name, schema.minimum, schema.maximum]).toEqual([name, field.name, field.min, field.max]);
      if (field.reference)
        expect([name, field.name, resources.some(({ path }) => path === field.reference?.resource)]).toEqual([
          name,
          field.name,
          true,
        ]);
    }
  }
});

test('a missing required field is refused, with the message of the form', async () => {
  for (const { name, form, can } of (await read(app.platform)).resources) {
    const resource = allResources.get(name);
    if (!resource || !can.create) continue;
    const { status, body } = await app.platform.post(`/${name}`, {});
    expect([name, status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([name, 400, demanded(resource, form)]);
  }
});

test('an unchanged document is a 304', async () => {
  const first = await w.attendant.get<Resources>('/resources');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]+"$/);
  const again = await w.attendant.get('/resources', { 'if-none-match': etag });
  expect([again.status, again.body]).toEqual([304, '']);
  expect((await w.attendant.get('/resources', { 'if-none-match': etag, 'accept-language': 'en' })).status).toBe(200);
  expect((await w.admin.get('/resources', { 'if-none-match': etag })).status).toBe(200);
  expect(first.headers.get('cache-control')).toContain('private');
});

test('a list returns the same rows in both dialects', async () => {
  for (const [name, member] of [
    ['tags', 'tags'],
    ['contacts', 'contacts'],
    ['users', 'users'],
  ] as const) {
    const envelope = bodyOf(await w.admin.get<{ [key: string]: { id: number }[] | number | boolean }>(`/${name}`));
    const ranged = await w.admin.get<{ id: number }[]>(`/${name}?range=[0,19]`);
    expect(Object.keys(envelope)).toEqual(expect.arrayContaining([member, 'hasMore', 'count']));
    expect(bodyOf(ranged)).toEqual(envelope[member]);
    expect(ranged.headers.get('content-range')).toBe(`${name} 0-${ranged.body.length - 1}/${envelope['count']}`);
    const ids = ranged.body.map(({ id }) => id);
    const many = bodyOf(
      await w.admin.get<{ id: number }[]>(`/${name}?filter=${encodeURIComponent(JSON.stringify({ id: ids }))}`),
    );
    expect(many.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const [one] = ids;
    expect(bodyOf(await w.admin.get<{ id: number }>(`/${name}/${one}`)).id).toBe(one);
  }
  for (const name of ['queue', 'whatsapp', 'settings', 'tags/list', 'users/list', 'contacts/list'])
    expect([name, Array.isArray(bodyOf(await w.admin.get<unknown[]>(`/${name}`)))]).toEqual([name, true]);
});

describe('screens and API share their paths', () => {
  const screens = (): string[] => [
    '/',
    '/login',
    ...[...allPages.values()].map(({ path }) => path),
    ...[...allResources.values()].map(({ screen, name }) => `/${screen ?? name}`),
  ];
  const built = existsSync(join(import.meta.dirname, '../../dist/admin/index.html'));

  /** Without fetch, which always sends `Sec-Fetch-Mode: cors`. */
  const ask = async (
    url: string,
    headers: { accept: string; 'sec-fetch-mode'?: string },
    method: 'GET' | 'POST' = 'GET',
  ) => {
    const { statusCode, headers: answered, body } = await app.nest.inject({ method, url, headers });
    return { status: statusCode, type: String(answered['content-type']), vary: String(answered['vary']), body };
  };

  test('a navigation gets the page, a program the API, with a Vary header', async () => {
    expect(built).toBe(true);
    for (const path of [...screens(), '/tickets/0d1e4f9e-2f6a-4f0c-9a56-2f4d6f1b1100', '/tickets/12']) {
      for (const headers of [
        { 'sec-fetch-mode': 'navigate', accept: '*/*' },
        { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      ]) {
        const { status, type, vary, body } = await ask(path, headers);
        expect([path, status, type]).toEqual([path, 200, 'text/html; charset=utf-8']);
        expect(body).toContain('<div id="root"');
        expect([path, vary]).toEqual([path, expect.stringMatching(/Accept, Sec-Fetch-Mode/i)]);
      }
      for (const headers of [
        { accept: 'application/json' },
        { accept: '*/*' },
        { 'sec-fetch-mode': 'cors', accept: 'text/html' },
      ]) {
        const { type, vary } = await ask(path, headers);
        expect([path, type]).toEqual([path, 'application/json; charset=utf-8']);
        expect([path, vary]).toEqual([path, expect.stringMatching(/Accept, Sec-Fetch-Mode/i)]);
      }
    }
  });

  test('other paths never get the page', async () => {
    const navigate = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    for (const path of ['/health/live', '/media/x', '/webhooks/cloudapi/1', '/assets/nada.js', '/docs-json']) {
      expect([path, (await ask(path, navigate)).body.includes('<div id="root"')]).toEqual([path, false]);
    }
    expect((await ask('/tickets', navigate, 'POST')).status).toBe(401);
  });

  test('its files are sent in the best accepted encoding, with the same content', async () => {
    const page = (await ask('/', { 'sec-fetch-mode': 'navigate', accept: 'text/html' })).body;
    const script = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0] ?? '';
    const forms = await Promise.all(
      (['br, gzip', 'gzip, deflate', 'identity'] as const).map(async (accepted) => {
        const { headers, rawPayload } = await app.nest.inject({
          url: script,
          headers: { 'accept-encoding': accepted },
        });
        expect([headers['vary'], headers['cache-control'], headers['content-type']]).toEqual([
          expect.stringContaining('accept-encoding'),
          'public, max-age=31536000, immutable',
          expect.stringMatching(/javascript; charset=utf-8$/),
        ]);
        return { encoding: headers['content-encoding'], bytes: rawPayload };
      }),
    );
    expect(forms.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', undefined]);
    const [br, gz, plain] = forms.map(({ bytes }) => bytes) as [Buffer, Buffer, Buffer];
    expect([brotliDecompressSync(br), gunzipSync(gz)]).toEqual([plain, plain]);
    expect(br.length).toBeLessThan(gz.length);
    expect(gz.length).toBeLessThan(plain.length / 2);
    expect((await ask(`${script}.br`, { accept: '*/*' })).status).toBe(404);
  });
});
