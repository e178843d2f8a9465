import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { password, type World, world } from '../../support/world.js';

const app = await sharedApp();
let w: World;

beforeEach(async () => {
  w = await world(app);
});

interface Day {
  readonly weekday: string;
  readonly weekdayEn: string;
  readonly startTime: string;
  readonly endTime: string;
}
interface Hours {
  readonly id: number;
  readonly schedules: readonly Day[];
}
interface Field {
  readonly name: string;
  readonly widget: string;
  readonly label: string;
  readonly group: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}
type Form = readonly Field[];

test('the page asks for every setting that its reader may change, once, and every choice is taken', async () => {
  const form = bodyOf(await w.admin.get<Form>('/settings/form'));
  const values = bodyOf(await w.admin.get<{ key: string; value: string }[]>('/settings'));
  expect(
    form.map(({ name }) => name).toSorted(),
    // whether visitors may sign up is the platform's; clients of managers read it
  ).toEqual(values.flatMap(({ key }) => (key === 'userCreation' ? [] : key)).toSorted());
  expect(values.find(({ key }) => key === 'userCreation')).toMatchObject({ value: 'enabled' });
  for (const { name: key, widget, options = [] } of form) {
    expect([key, ['choice', 'flag'].includes(widget)]).toEqual([key, options.length > 0]);
    if (widget === 'flag') expect(options.map(({ value }) => value)).toEqual(['enabled', 'disabled']);
    for (const { value } of options) bodyOf(await w.admin.put(`/settings/${key}`, { key, value }));
  }
  const schedule = form.find(({ name }) => name === 'scheduleType');
  expect(schedule?.group).toBe('Mensagens automáticas');
  expect(schedule?.options?.map(({ value, label }) => [value, label])).toEqual([
    ['disabled', 'Desativado'],
    ['queue', 'Departamentos'],
    ['company', 'Todos'],
  ]);
  const labels = [...form.map(({ label }) => label), 'Horário de atendimento'];
  expect(new Set(labels).size).toBe(labels.length);
  const platform = bodyOf(await app.platform.get<Form>('/settings/form'));
  expect(platform.map(({ name }) => name)).toContain('userCreation');
  const english = bodyOf(await w.admin.get<Form>('/settings/form', { 'accept-language': 'en' }));
  expect(english[0]?.label).toBe('Ratings');
  expect((await w.supervisor.get('/settings/form')).status).toBe(403);
});

test('access to billing gateways is kept for managers, never shown, and said to be unused', async () => {
  const form = bodyOf(await w.admin.get<Form>('/settings/form'));
  const keys = ['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas'];
  expect(form.filter(({ group }) => group.startsWith('Integrações de cobrança')).map(({ name }) => name)).toEqual(keys);
  for (const key of keys) {
    expect(form.find(({ name }) => name === key)).toMatchObject({
      widget: 'secret',
      group: 'Integrações de cobrança (guardadas, ainda sem uso)',
    });
    bodyOf(await w.admin.put(`/settings/${key}`, { key, value: `segredo de ${key}` }));
  }
  const shown = JSON.stringify(bodyOf(await w.admin.get('/settings')));
  expect(shown).not.toContain('segredo');
  const stored = await app.database.query<{ value: string }>(
    'select value from settings where company_id = $1 and key = any($2)',
    [w.companyId, keys],
  );
  expect(stored).toHaveLength(keys.length);
  expect(JSON.stringify(stored)).not.toContain('segredo');
  expect((await w.attendant.put('/settings/asaas', { value: 'x' })).status).toBe(403);
});

test('a company may require strong passwords, without effect on others', async () => {
  const person = await w.member();
  const other = await world(app);
  const user = (name: string, secret: string) => ({ name, email: `${name}@empresa.test`, password: secret });
  bodyOf(await w.admin.post('/users', user('antes', 'abcde')), 201);
  bodyOf(await w.admin.put('/settings/passwordPolicy', { value: 'strong' }));
  const change = { currentPassword: password, password: 'fraca1' };
  for (const refused of [
    await w.admin.post('/users', user('fraca', 'abcdefgh1')),
    await w.admin.put(`/users/${person.id}`, { password: 'Curta1' }),
    await person.put(`/users/${person.id}`, change),
  ])
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'ERR_VALIDATION', fields: { password: expect.stringContaining('8 caracteres') } },
    });
  bodyOf(await person.put(`/users/${person.id}`, { ...change, password: 'Senha-forte-1' }));
  bodyOf(await w.admin.post('/users', user('forte', 'Abcdefg1')), 201);
  bodyOf(await other.admin.post('/users', user('livre', 'abcde')), 201);
  expect((await w.admin.put('/settings/passwordPolicy', { value: 'x' })).status).toBe(400);
  bodyOf(await w.admin.put('/settings/passwordPolicy', { value: 'default' }));
});

describe('working hours', () => {
  const path = (companyId = w.companyId): string => `/companies/${companyId}/schedules`;
  const read = async (): Promise<readonly Day[]> => bodyOf(await w.admin.get<Hours>(path())).schedules;

  test('have defaults until a day is changed; open screens are updated', async () => {
    expect((await read()).map(({ weekday, startTime, endTime }) => `${weekday} ${startTime} ${endTime}`)).toEqual([
      'Segunda-feira 08:00 18:00',
      'Terça-feira 08:00 18:00',
      'Quarta-feira 08:00 18:00',
      'Quinta-feira 08:00 18:00',
      'Sexta-feira 08:00 18:00',
      'Sábado 08:00 12:00',
      'Domingo 00:00 00:00',
    ]);
    const screen = await w.admin.socket();
    const saturday = { weekday: 'Sábado', weekdayEn: 'saturday', startTime: '09:30', endTime: '13:00' };
    bodyOf(await w.admin.put(path(), { schedules: [saturday] }));
    const event = await screen.next('settings', ({ schedules }) => schedules !== undefined);
    // existing clients expect a `setting` in an `update`
    expect(event['action']).toBe('schedules');
    expect((event['schedules'] as Day[]).find(({ weekdayEn }) => weekdayEn === 'saturday')).toEqual({
      weekdayEn: 'saturday',
      startTime: '09:30',
      endTime: '13:00',
    });
    const days = await read();
    expect([days[5], days[0]?.endTime]).toEqual([saturday, '18:00']);
    const { entries } = bodyOf(await w.admin.get<{ entries: { text: string }[] }>('/audit?kind=settings'));
    expect(entries[0]?.text).toBe('Alterou o horário de atendimento');
  });

  test('refuse invalid times, shifts that overlap, and another company', async () => {
    const before = await read();
    const day = { weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' };
    for (const wrong of [
      { startTime: '8:00' },
      { endTime: '24:00' },
      { weekdayEn: 'segunda' },
      { endTime: '07:59', startTimeB: '20:00', endTimeB: '22:00' },
      { startTime: '' },
    ])
      expect([wrong, await w.admin.put(path(), { schedules: [{ ...day, ...wrong }] })]).toMatchObject([
        wrong,
        { status: 400, body: { code: 'ERR_VALIDATION' } },
      ]);
    for (const schedules of [null, 'x', {}, undefined])
      expect((await w.admin.put(path(), { schedules })).status).toBe(400);
    expect((await w.supervisor.put(path(), { schedules: [day] })).status).toBe(403);
    const other = await world(app);
    expect(await w.admin.put(path(other.companyId), { schedules: [day] })).toMatchObject({
      status: 404,
      body: { code: 'ERR_NO_COMPANY_FOUND' },
    });
    expect(await read()).toEqual(before);
    // on the next day
    bodyOf(await w.admin.put(path(), { schedules: [{ ...day, startTime: '18:00', endTime: '02:00' }] }));
    expect((await read())[0]).toMatchObject({ startTime: '18:00', endTime: '02:00' });
    bodyOf(await app.platform.put(path(), { schedules: [{ ...day, endTime: '17:00' }] }));
    expect((await read())[0]?.endTime).toBe('17:00');
  });
});
