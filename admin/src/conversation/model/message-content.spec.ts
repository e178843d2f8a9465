import { describe, expect, it } from '@jest/globals';
import { isTooLarge, mediaSizeOf, rememberLocalSize } from './files';
import { aMessage } from './fixtures';
import {
  canPerform,
  choicesOf,
  coordinatesText,
  isWordless,
  locationOf,
  type MessageAction,
  originOf,
  sharedContactsOf,
  transcriptOf,
  viewerKindOf,
} from './message-content';
import { conflictOf } from './ticket-rules';
import type { Message } from './types';

it('a message names the story or publication that it is about', () => {
  const originOfData = (data: Message['data']) => originOf(aMessage(1, { data }));
  expect(originOfData({ story: { kind: 'reply', url: 'x' } })).toBe('message.origin.story_reply');
  expect(originOfData({ story: { kind: 'mention', url: 'x' } })).toBe('message.origin.story_mention');
  expect(originOfData({ shared: { type: 'ig_reel', url: 'x' } })).toBe('message.origin.shared');
  expect(originOfData({ story: 'x' })).toBeNull();
  expect(originOfData(null)).toBeNull();
});

it.each<[string, Partial<Message>, boolean]>([
  ['an unknown type without a text', { mediaType: 'unsupported' }, true],
  ['an empty text', { mediaType: 'chat', body: ' ' }, true],
  ['a text', { mediaType: 'chat', body: 'oi' }, false],
  ['an unknown type with a text', { mediaType: 'unsupported', body: 'Bolo' }, false],
  ['a picture', { mediaType: 'image' }, false],
  ['an unknown type with a file', { mediaType: 'unsupported', mediaUrl: '/media/1' }, false],
  ['choices', { mediaType: 'interactive', data: { buttons: ['Sim'] } }, false],
  ['a deleted one', { mediaType: 'chat', isDeleted: true }, false],
])('%s: whether the bubble needs words', (_what, row, expected) => {
  expect(isWordless(aMessage(1, { body: '', ...row }))).toBe(expected);
});

describe('a conflict', () => {
  const ticket = { id: 1, uuid: 'u', userId: 2, user: { name: 'Ana' }, queue: { name: 'Suporte' } };
  const read = { uuid: 'u', userId: 2, userName: 'Ana', queueName: 'Suporte' };
  it('is read from the ticket beside the error', () => {
    expect(conflictOf({ error: 'ERR_OTHER_OPEN_TICKET', ticket })).toEqual(read);
  });
  it("is read from the error's own JSON text", () => {
    expect(conflictOf({ error: JSON.stringify(ticket) })).toEqual(read);
  });
  it('may have neither attendant nor queue', () => {
    expect(conflictOf({ error: JSON.stringify({ uuid: 'u', userId: null, user: null, queue: null }) })).toEqual({
      uuid: 'u',
      userId: null,
      userName: null,
      queueName: null,
    });
  });
  it.each([null, 'x', {}, { error: 'ERR_X' }, { error: '3' }, { ticket: { id: 1 } }])('is not read into %j', (body) => {
    expect(conflictOf(body)).toBeNull();
  });
});

describe('what a message carries', () => {
  it('contacts from a vCard', () => {
    const body =
      'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Lima\nitem1.TEL;type=CELL;waid=5511987654321:+55 11 98765-4321\nEND:VCARD\nBEGIN:VCARD\nFN;CHARSET=UTF-8:Ped\n ro\nTEL:123\nEND:VCARD';
    expect(sharedContactsOf(aMessage(1, { body }))).toEqual([
      { name: 'Ana Lima', phones: ['+55 11 98765-4321'] },
      { name: 'Pedro', phones: ['123'] },
    ]);
  });
  it("contacts from the server's reading", () => {
    expect(
      sharedContactsOf(aMessage(1, { data: { contacts: [{ name: 'Ana', phones: ['1', { phone: '2' }] }] } })),
    ).toEqual([{ name: 'Ana', phones: ['1', '2'] }]);
  });
  it('a location, or none when invalid', () => {
    expect(locationOf(aMessage(1, { data: { latitude: -23.5, longitude: -46.6, name: 'Sé' } }))).toEqual({
      latitude: -23.5,
      longitude: -46.6,
      name: 'Sé',
      address: '',
    });
    expect(locationOf(aMessage(1, { data: { latitude: 'x' } }))).toBeNull();
    expect(locationOf(aMessage(1))).toBeNull();
  });
  it('choices', () => {
    expect(choicesOf(aMessage(1, { data: { buttons: [{ title: 'Sim' }, 'Não'] } }))).toEqual(['Sim', 'Não']);
  });
  it('coordinates on each side of the equator and of Greenwich', () => {
    const signs = { north: 'N', south: 'S', east: 'L', west: 'O' };
    const at = (latitude: number, longitude: number) =>
      coordinatesText({ latitude, longitude, name: '', address: '' }, 'pt-BR', signs);
    expect(at(-23.55052, -46.633308)).toBe('23,55052° S, 46,63331° O');
    expect(at(0, 139.6917)).toBe('0,00000° N, 139,69170° L');
  });
  it('the size of a picture, measured by the server first', () => {
    const sent = aMessage(1, { clientMessageId: 'a' });
    expect([mediaSizeOf(sent), mediaSizeOf(aMessage(1))]).toEqual([null, null]);
    rememberLocalSize('a', { width: 3, height: 4 });
    expect([mediaSizeOf(sent), mediaSizeOf(aMessage(1))]).toEqual([{ width: 3, height: 4 }, null]);
    expect(mediaSizeOf({ ...sent, data: { width: 400, height: 200 } })).toEqual({ width: 400, height: 200 });
    expect(mediaSizeOf({ ...sent, data: { width: 'x', height: 0 } })).toEqual({ width: 3, height: 4 });
  });
  it('the viewer, by media type or MIME type', () => {
    const mediaUrl = 'https://x.test/a';
    expect(viewerKindOf(aMessage(1, { mediaType: 'video', mediaUrl }))).toBe('video');
    expect(viewerKindOf(aMessage(1, { mediaType: 'image' }))).toBeNull();
    expect(viewerKindOf(aMessage(1, { mediaType: 'image', mediaUrl, isDeleted: true }))).toBeNull();
    expect(viewerKindOf(aMessage(1, { mediaType: 'template', mediaUrl, mediaMime: 'image/png' }))).toBe('image');
    expect(viewerKindOf(aMessage(1, { mediaType: 'application', mediaUrl, mediaMime: 'image/png' }))).toBeNull();
    expect(viewerKindOf(aMessage(1, { mediaType: 'application', mediaUrl, mediaMime: 'application/pdf' }))).toBe('pdf');
  });
  it('files up to the limit of their kind', () => {
    expect(isTooLarge({ type: 'image/png', size: 17 * 1024 * 1024 })).toBe(true);
    expect(isTooLarge({ type: 'video/mp4', size: 17 * 1024 * 1024 })).toBe(false);
  });
});

const openTicket = { ticketId: 1, status: 'open', capabilities: { edit: true, delete: true } } as const;
const own = (values: Partial<Message> = {}) => aMessage(5, { ticketId: 1, fromMe: true, body: 'oi', ...values });
const theirs = (values: Partial<Message> = {}) => own({ fromMe: false, ...values });
const actions: readonly MessageAction[] = ['edit', 'delete', 'transcribe', 'forward'];
const offered = (message: Message, context: Parameters<typeof canPerform>[2] = openTicket) =>
  actions.filter((action) => canPerform(action, message, context));

describe('actions on a message', () => {
  it('own texts are edited, deleted and forwarded, others only forwarded', () => {
    expect(offered(own())).toEqual(['edit', 'delete', 'forward']);
    expect(offered(theirs())).toEqual(['forward']);
    expect(offered(own({ mediaType: 'image', mediaUrl: 'https://x.test/a.png' }))).toEqual(['delete', 'forward']);
    expect(offered(own({ status: 'uncertain' }))).toEqual(['delete', 'forward']);
  });
  it('only what the channel supports, in the open conversation', () => {
    expect(offered(own(), { ...openTicket, capabilities: { edit: false, delete: false } })).toEqual(['forward']);
    expect(offered(own(), { ...openTicket, status: 'closed' })).toEqual(['forward']);
    expect(offered(own({ ticketId: 7 }))).toEqual(['forward']);
  });
  it('incoming audio with a file is transcribed once', () => {
    const voice = { mediaType: 'audio', mediaUrl: 'https://x.test/a.ogg', body: '' } as const;
    expect(offered(theirs(voice))).toEqual(['transcribe', 'forward']);
    expect(offered(own(voice))).toEqual(['delete', 'forward']);
    expect(offered(theirs({ ...voice, mediaUrl: null }))).toEqual([]);
    const done = theirs({ ...voice, data: { transcript: '' } });
    expect([offered(done), transcriptOf(done)]).toEqual([['forward'], '']);
  });
  it('none for deleted or unsent messages, no edit of media', () => {
    expect(offered(own({ isDeleted: true }))).toEqual([]);
    expect(offered(own({ id: -1 }))).toEqual([]);
    expect(offered(theirs({ mediaType: 'locationMessage' }))).toEqual([]);
  });
});
