import { describe, expect, it } from '@jest/globals';
import { aMessage } from './fixtures';
import type { Note } from './note';
import { buildRows, type TimelineRow } from './timeline-rows';

const messageRows = (rows: TimelineRow[]) => rows.filter((row) => row.kind === 'message');

describe('rows', () => {
  const messages = [
    aMessage(1, { createdAt: '2026-11-20T12:00:00' }),
    aMessage(2, { createdAt: '2026-11-21T12:00:00' }),
    aMessage(3, { createdAt: '2026-11-21T12:01:00' }),
    aMessage(4, { createdAt: '2026-11-21T12:02:00', fromMe: true, clientMessageId: 'c' }),
  ];
  const rows = (dividerId: number | null = null, isGroup = false, complete = true) =>
    messageRows(buildRows(messages, { viewerId: 1, dividerId, isGroup, complete }));
  it('have a date between days and above the first message', () => {
    expect(rows().map(({ day, nextDay }) => [day, nextDay])).toEqual([
      [messages[0]?.createdAt, messages[1]?.createdAt],
      [null, null],
      [null, null],
      [null, null],
    ]);
  });
  it('do not change when older messages are prepended', () => {
    const older = aMessage(0, { createdAt: '2026-11-20T11:00:00' });
    const later = buildRows([older, ...messages], { viewerId: 1, dividerId: null, isGroup: true, complete: true });
    expect(later.slice(1)).toEqual(rows(null, true, false));
  });
  it('have a tail on the last of consecutive messages', () => {
    expect(rows().map(({ tail }) => tail)).toEqual([true, false, true, true]);
    expect(rows(3).map(({ tail }) => tail)).toEqual([true, true, true, true]);
  });
  it('put the divider above its message', () => {
    expect(rows(3).map(({ divider }) => divider)).toEqual([false, false, true, false]);
  });
  it('keep the key of an own message when it arrives', () => {
    expect(rows().map(({ key }) => key)).toEqual(['1', '2', '3', 'c']);
  });
  it('name the author in groups on the first of consecutive messages', () => {
    expect(rows(null, true).map(({ author }) => author)).toEqual(['Maria', 'Maria', null, null]);
  });
  it('name colleagues and automatic messages on the first of consecutive ones; not the user, nor signed messages', () => {
    const [me, other] = [
      { id: 1, name: 'Beatriz' },
      { id: 2, name: 'Paulo' },
    ];
    const own = (id: number, values: object) => aMessage(id, { fromMe: true, ...values });
    const said = [
      own(1, { body: '\u200eBom dia!' }),
      own(2, { body: '', mediaType: 'interactive' }),
      own(3, { user: other }),
      own(4, { user: other }),
      own(5, { user: me }),
      own(-1, {}),
      own(7, { user: other, body: '*Paulo:*\nOi' }),
      own(8, {}),
    ];
    const found = messageRows(buildRows(said, { viewerId: 1, dividerId: null, isGroup: false, complete: true }));
    expect(found.map(({ author, automatic }) => (automatic ? 'automatic' : author))).toEqual([
      'automatic',
      null,
      'Paulo',
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(found.map(({ tail }) => tail)).toEqual([false, true, false, true, false, true, true, true]);
  });
  it('repeat no signature of the bubble above', () => {
    const [ana, rui] = [
      { id: 1, name: 'Ana' },
      { id: 2, name: 'Rui' },
    ];
    const said = [
      aMessage(1, { fromMe: true, user: ana, body: '*Ana:*\nBom dia!' }),
      aMessage(2, { fromMe: true, user: ana, body: '*Ana:*\nTudo bem?' }),
      aMessage(3, { fromMe: true, user: ana, body: 'Já volto' }),
      aMessage(4, { fromMe: true, user: ana, body: '*Ana:*\nVoltei' }),
      aMessage(5, { fromMe: true, user: rui, body: '*Rui:*\nOi' }),
      aMessage(6, { body: '*Rui:*\nOi' }),
      aMessage(7, { fromMe: true, user: rui, body: '*Rui:*\nPronto' }),
    ];
    const found = messageRows(buildRows(said, { viewerId: 1, dividerId: null, isGroup: false, complete: true }));
    expect(found.flatMap(({ signedAbove }, index) => (signedAbove ? [index + 1] : []))).toEqual([2]);
  });
});

describe('notes in the timeline', () => {
  const at = (day: number, minute: number) => `2026-11-${day}T12:${String(minute).padStart(2, '0')}:00`;
  const aNote = (id: number, createdAt: string): Note => ({
    id,
    note: `nota ${id}`,
    user: null,
    createdAt,
    ticketId: 1,
    contactId: 1,
    whatsappId: 1,
    mentions: [],
  });
  const messages = [aMessage(1, { createdAt: at(20, 0) }), aMessage(2, { createdAt: at(21, 0) })];
  const around = { viewerId: 1, dividerId: null, isGroup: false, complete: true };
  const keys = (rows: TimelineRow[]) => rows.map(({ key }) => key);
  const notes = [aNote(9, at(21, 5)), aNote(8, at(21, 0)), aNote(7, at(20, 30)), aNote(6, at(19, 0))];

  it('are sorted in by time, older ones only once the beginning is loaded', () => {
    const order = ['1', 'note-7', '2', 'note-8', 'note-9'];
    expect(keys(buildRows(messages, { ...around, notes }))).toEqual(['note-6', ...order]);
    expect(keys(buildRows(messages, { ...around, complete: false, notes }))).toEqual(order);
    expect(keys(buildRows([], { ...around, notes }))).toEqual(['note-6', 'note-7', 'note-8', 'note-9']);
  });

  it('have the date of their day', () => {
    const rows = buildRows(messages, { ...around, notes });
    expect(rows.map(({ day, nextDay }) => day ?? nextDay)).toEqual([at(19, 0), null, at(21, 0), null, null, null]);
    expect(rows[0]?.nextDay).toBe(at(20, 0));
  });

  it('interrupt consecutive messages', () => {
    const run = [aMessage(1, { createdAt: at(21, 0) }), aMessage(2, { createdAt: at(21, 2) })];
    const tails = (of: readonly Note[]) =>
      messageRows(buildRows(run, { ...around, notes: of })).map(({ tail }) => tail);
    expect(tails([])).toEqual([false, true]);
    expect(tails([aNote(1, at(21, 1))])).toEqual([true, true]);
  });
});
