import { randomUUID } from 'node:crypto';
import { sharedApp } from '../../support/app.js';
import { bodyOf } from '../../support/client.js';
import { world } from '../../support/world.js';

const app = await sharedApp();
const w = await world(app);
const { platform } = app;

interface Help {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly video: string;
}

test('written by a super-administrator, read by everybody, by title', async () => {
  const mark = randomUUID();
  const made: Help[] = [];
  for (const title of ['Zebra', 'Abelha'])
    made.push(
      bodyOf(
        await platform.post<Help>('/helps', {
          title: `${title} ${mark}`,
          description: 'Primeiros passos',
          video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3',
        }),
        201,
      ),
    );
  expect(made[0]).toMatchObject({ description: 'Primeiros passos', video: 'aqz-KE-bpKQ' });
  const page = bodyOf(await w.attendant.get<{ records: Help[] }>(`/helps?searchParam=${mark}`));
  expect(page).toMatchObject({ hasMore: false, count: 2 });
  expect(page.records.map(({ title }) => title)).toEqual([`Abelha ${mark}`, `Zebra ${mark}`]);
  const list = bodyOf(await w.attendant.get<Help[]>('/helps/list'));
  expect(list.filter(({ title }) => title.endsWith(mark))).toEqual(page.records);
  expect(bodyOf(await w.attendant.get<Help>(`/helps/${made[0]?.id}`))).toEqual(made[0]);

  const notSaved =
    'Não foi possível realizar a operação. Verifique se já existe uma helpo com o mesmo nome ou se os campos foram preenchidos corretamente';
  expect(await platform.put(`/helps/${made[0]?.id}`, { title: `Abelha ${mark}` })).toMatchObject({
    status: 409,
    body: { message: notSaved, fields: { title: expect.any(String) } },
  });
  expect(bodyOf(await platform.put<Help>(`/helps/${made[0]?.id}`, { video: 'youtu.be/dQw4w9WgXcQ' })).video).toBe(
    'dQw4w9WgXcQ',
  );
  for (const { id } of made)
    expect(bodyOf(await platform.delete(`/helps/${id}`))).toEqual({ message: 'Operação realizada com sucesso!' });
});

test('no other video host, and nobody else writes', async () => {
  const help = { title: 'x', description: '', video: 'https://vimeo.com/123' };
  expect(await platform.post('/helps', help)).toMatchObject({
    status: 400,
    body: { fields: { video: 'Use o código ou o endereço de um vídeo do YouTube' } },
  });
  expect(await w.admin.post('/helps', { ...help, video: 'aqz-KE-bpKQ' })).toMatchObject({ status: 403 });
});

test('pages may show frames of the one video host only', async () => {
  const { headers } = await w.attendant.get('/help', { 'sec-fetch-mode': 'navigate' });
  expect(headers.get('content-security-policy')).toContain("frame-src 'self' https://www.youtube-nocookie.com");
});
