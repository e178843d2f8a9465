import { CloudCompany } from '../../support/cloud-company.js';
import { files, form, recordings } from '../../support/files.js';
import { sends } from '../../support/graph-simulator/graph-simulator.js';
import { violationsIn } from '../../support/invariants.js';
import { serverErrorsOver } from '../../support/malformed-values.js';

const company = await CloudCompany.start();

afterAll(() => company.stop());

test.each(['webm', 'mp4', 'mp3', 'ogg'] as const)('a recording in %s arrives as a voice message', async (kind) => {
  const { ticket } = await company.conversation();
  const recording = await recordings[kind]();
  const sent = await company.post(ticket, form({ voice: 'true' }, [recording]));
  expect(sent).toMatchObject({ mediaType: 'audio', data: { voice: true } });
  await company.settled();
  expect(await company.current(ticket, sent.id)).toMatchObject({
    status: 'delivered',
    mediaMime: recording.mime,
    data: { voice: true },
  });
  expect(company.accepted(sent.id)).toMatchObject([{ type: 'audio', body: { audio: { voice: true } } }]);
  // screens play the original
  const download = await company.w.attendant.download((await company.current(ticket, sent.id))?.mediaUrl ?? '');
  expect(Buffer.from(await download.arrayBuffer()).equals(recording.bytes)).toBe(true);
});

test('an audio file is not sent as a voice message', async () => {
  const { ticket } = await company.conversation();
  const sent = await company.send(ticket, form({}, [files.mp3]));
  expect(company.accepted(sent.id)).toMatchObject([{ type: 'audio' }]);
  expect(company.accepted(sent.id)[0]?.body['audio']).not.toHaveProperty('voice');
});

test('a recording that cannot be converted fails with a reason and does not block later messages', async () => {
  const { ticket } = await company.conversation();
  const whole = await recordings.webm();
  const broken = { ...whole, bytes: whole.bytes.subarray(0, 200) };
  const sent = await company.post(ticket, form({ voice: 'true' }, [broken]));
  const next = await company.send(ticket, 'ouviu?');
  await company.runDueJobs();
  expect(await company.current(ticket, sent.id)).toMatchObject({ status: 'failed', errorCode: 'ERR_VOICE' });
  expect(company.accepted(sent.id)).toEqual([]);
  expect(await company.current(ticket, next.id)).toMatchObject({ status: 'delivered' });
});

test('a recording must be one audio file', async () => {
  const { ticket } = await company.conversation();
  for (const medias of [[files.png], [files.mp3, files.mp3], []])
    expect(
      (await company.w.attendant.post(`/messages/${ticket.id}`, form({ voice: 'true', body: 'x' }, medias))).body
        .fields,
    ).toEqual({ voice: 'Uma gravação é um único arquivo de áudio' });
});

test('a voice message of a customer is distinguished from an audio file', async () => {
  const number = company.newNumber();
  const { bytes, mime } = files.mp3;
  company.graph.customerSends({ from: number }, sends.voice({ bytes, mime }));
  company.graph.customerSends({ from: number }, sends.audio({ bytes, mime }));
  await company.settled();
  expect((await company.messagesOf(await company.ticketOf(number))).map(({ data }) => data)).toEqual([
    { voice: true },
    {},
  ]);
});

test('a text marked as a recording is refused or sent, never a 5xx', async () => {
  const { ticket } = await company.conversation();
  expect(
    await serverErrorsOver(company.w.attendant, `/messages/${ticket.id}`, [
      ['voice', (voice) => ({ voice, body: 'x' })],
    ]),
  ).toEqual([]);
});

test('no message was sent twice, and every invariant holds', async () => {
  expect(company.graph.log.duplicates()).toEqual([]);
  expect(await violationsIn(company.app)).toEqual([]);
});
