import { bodyOf } from '../../support/client.js';
import { CloudCompany } from '../../support/cloud-company.js';

const cloud = await CloudCompany.start();

afterAll(() => cloud.stop());

test('the Cloud API can neither edit nor delete: 422, and the capabilities of the connection say so', async () => {
  const { ticket } = await cloud.conversation();
  const sent = await cloud.post(ticket, 'olá');
  await cloud.settled();
  for (const answer of [
    await cloud.w.attendant.post(`/messages/edit/${sent.id}`, { body: 'x' }),
    await cloud.w.attendant.delete(`/messages/${sent.id}`),
  ])
    expect(answer).toMatchObject({ status: 422, body: { code: 'ERR_CHANNEL_CANNOT' } });
  expect(cloud.connection.capabilities).toMatchObject({ edit: false, delete: false });
  expect(await cloud.statusesOf(sent)).toEqual(['delivered']);
});

test('forwarding into a conversation with a closed window is refused', async () => {
  const [from, to] = await cloud.twoConversations();
  const said = await cloud.post(from.ticket, 'para os dois');
  await cloud.settled();
  await cloud.app.database.query("update tickets set window_until = now() - interval '1 minute' where id = $1", [
    to.ticket.id,
  ]);
  const forward = (ticketIds: number[]) => cloud.w.attendant.post(`/messages/${said.id}/forward`, { ticketIds });
  expect(await forward([from.ticket.id, to.ticket.id])).toMatchObject({
    status: 422,
    body: { code: 'ERR_WINDOW_CLOSED' },
  });
  const before = cloud.sendRequests;
  bodyOf(await forward([from.ticket.id]), 201);
  await cloud.settled();
  expect(cloud.sendRequests).toBe(before + 1);
});
