import { allResources } from '../../src/core/resource/define-resource.js';
import { type FieldMeta, fieldsOf } from '../../src/core/resource/field-meta.js';
import { settingFields } from '../../src/modules/people/settings/settings.dto.js';
import { sharedApp } from '../support/app.js';
import { bodyOf, type Client } from '../support/client.js';
import { operationsOf, sampleValue } from '../support/routes.js';
import { type World, world } from '../support/world.js';

/** Every secret of a form, and what its record needs. */
interface DeclaredSecret {
  readonly resource: string;
  readonly secret: string;
  readonly address: string | undefined;
}

const app = await sharedApp();
const isSecret = ({ widget }: FieldMeta): boolean => widget === 'secret';
const ofResources: readonly DeclaredSecret[] = [...allResources.values()].flatMap(({ name, input }) =>
  fieldsOf(input)
    .filter(isSecret)
    .map(({ name: secret, address }) => ({ resource: name, secret, address })),
);
const ofSettings = [...settingFields.values()].filter(isSecret);
const server = (name: string, path = '/v1'): string => `https://${name}.exemplo.test${path}`;
const closed = { status: 403, body: { code: 'ERR_SUPPORT_SESSION' } };

async function supportOf({ companyId }: World): Promise<Client> {
  const { token } = bodyOf(await app.platform.post<{ token: string }>(`/companies/${companyId}/enter`));
  return Object.assign(app.visitor(), { token });
}

/** A record of the resource with the secret and its address. */
async function recordWith(w: World, { resource, secret, address }: DeclaredSecret): Promise<string> {
  if (resource === 'whatsapp') return `/whatsapp/${w.connection.id}`;
  const path = `/${resource}`;
  const body = operationsOf(app).find((each) => each.method === 'POST' && each.path === path)?.body ?? {};
  const sample = {
    ...(sampleValue(body) as object),
    ...(resource === 'queueIntegration' ? { type: 'dialogflow' } : {}),
  };
  const values = { ...sample, [secret]: '{"chave":1}', ...(address ? { [address]: server('um') } : {}) };
  return `${path}/${bodyOf(await w.admin.post<{ id: number }>(path, values), 201).id}`;
}

test('a secret is lost when its address becomes another server, and only then', async () => {
  const w = await world(app);
  const withAddress = ofResources.filter(({ address }) => address !== undefined);
  expect(withAddress.length).toBeGreaterThan(1);
  for (const each of withAddress) {
    const { resource, secret, address = '' } = each;
    const path = await recordWith(w, each);
    const change = async (values: object): Promise<unknown> =>
      bodyOf(await w.admin.put<Record<string, unknown>>(path, values))[`${secret}Set`];
    expect([resource, await change({ [address]: server('um', '/v2') })]).toEqual([resource, true]);
    expect([resource, await change({ [address]: server('dois') })]).toEqual([resource, false]);
    expect([resource, await change({ [address]: server('tres'), [secret]: 'nova' })]).toEqual([resource, true]);
  }
});

test('so are secrets among the settings', async () => {
  const w = await world(app);
  const set = (key: string, value: string) => w.admin.put(`/settings/${key}`, { value });
  const shown = async (key: string): Promise<string | undefined> =>
    bodyOf(await w.admin.get<{ key: string; value: string }[]>('/settings')).find((each) => each.key === key)?.value;
  const withAddress = ofSettings.filter(({ address }) => address !== undefined);
  expect(withAddress.map(({ name }) => name)).toContain('transcriptionKey');
  for (const { name, address = '' } of withAddress) {
    bodyOf(await set(address, ''));
    // the first address of a key that is there is not another one
    for (const [value, kept] of [
      [server('um'), true],
      [server('um', '/v2'), true],
      [server('dois'), false],
    ] as const) {
      if (kept) bodyOf(await set(name, 'chave'));
      bodyOf(await set(address, value));
      expect([name, value, await shown(name)]).toEqual([name, value, kept ? '••••' : '']);
    }
  }
});

test('support changes no secret, and no address that secrets are sent to', async () => {
  const w = await world(app);
  const paths = new Map<DeclaredSecret, string>();
  for (const each of ofResources) paths.set(each, await recordWith(w, each));
  const support = await supportOf(w);
  for (const [{ secret, address }, path] of paths) {
    expect([path, secret, await support.put(path, { [secret]: 'do suporte' })]).toMatchObject([path, secret, closed]);
    if (address === undefined) continue;
    expect([path, await support.put(path, { [address]: server('suporte') })]).toMatchObject([path, closed]);
    bodyOf(await support.put(path, { [address]: server('um') }));
  }
  for (const { name, address } of ofSettings)
    for (const key of address === undefined ? [name] : [name, address])
      expect([key, await support.put(`/settings/${key}`, { value: server('suporte') })]).toMatchObject([key, closed]);
});
