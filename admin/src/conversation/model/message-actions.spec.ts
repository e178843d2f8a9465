import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import { canPerform, type MessageAction, transcriptOf } from './message-actions';
import type { Message } from './types';

const openTicket = { ticketId: 1, status: 'open', capabilities: { edit: true, delete: true } } as const;
const own = (values: Partial<Message> = {}) => aMessage(5, { ticketId: 1, fromMe: true, body: 'oi', ...values });
const theirs = (values: Partial<Message> = {}) => own({ fromMe: false, ...values });
const actions: readonly MessageAction[] = ['edit', 'delete', 'transcribe', 'forward'];
const offered = (message: Message, context: Parameters<typeof canPerform>[2] = openTicket) =>
  actions.filter((action) => canPerform(action, message, context));

describe('what is offered for a message', () => {
  it('own texts are edited, deleted and forwarded, others only forwarded', () => {
    expect(offered(own())).toEqual(['edit', 'delete', 'forward']);
    expect(offered(theirs())).toEqual(['forward']);
    expect(offered(own({ mediaType: 'image', mediaUrl: 'https://x.test/a.png' }))).toEqual(['delete', 'forward']);
    expect(offered(own({ status: 'uncertain' }))).toEqual(['delete', 'forward']);
  });
  it('only what the channel can, in the conversation that is open', () => {
    expect(offered(own(), { ...openTicket, capabilities: { edit: false, delete: false } })).toEqual(['forward']);
    expect(offered(own(), { ...openTicket, status: 'closed' })).toEqual(['forward']);
    expect(offered(own({ ticketId: 7 }))).toEqual(['forward']);
  });
  it('incoming audio is transcribed, once its file is here and as long as it is not', () => {
    const voice = { mediaType: 'audio', mediaUrl: 'https://x.test/a.ogg', body: '' } as const;
    expect(offered(theirs(voice))).toEqual(['transcribe', 'forward']);
    expect(offered(own(voice))).toEqual(['delete', 'forward']);
    expect(offered(theirs({ ...voice, mediaUrl: null }))).toEqual([]);
    const done = theirs({ ...voice, data: { transcript: '' } });
    expect([offered(done), transcriptOf(done)]).toEqual([['forward'], '']);
  });
  it('nothing for what is deleted, on its way to the server, or more than its text', () => {
    expect(offered(own({ isDeleted: true }))).toEqual([]);
    expect(offered(own({ id: -1 }))).toEqual([]);
    expect(offered(theirs({ mediaType: 'locationMessage' }))).toEqual([]);
  });
});
