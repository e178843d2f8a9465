import { belongsToTimeline, mentionAt, mentionedIn, type Note, noteError, noteParts, updateAuthor } from './note';

const aNote = (id: number, user: Note['user']): Note => ({
  id,
  note: `nota ${id}`,
  user,
  createdAt: '2026-11-21T12:00:00.000Z',
  ticketId: 1,
  contactId: 1,
  whatsappId: 1,
  mentions: [],
});

describe('a note', () => {
  it('has at least two characters and respects the limit of the server', () => {
    expect(noteError('')).toBe('required');
    expect(noteError('  \n')).toBe('required');
    expect(noteError(' a ')).toBe('too_short');
    expect(noteError('ok')).toBeNull();
    expect(noteError('x'.repeat(4096))).toBeNull();
    expect(noteError('x'.repeat(4097))).toBe('too_long');
  });

  it('has the current name of its author, and none after their deletion', () => {
    const notes = [aNote(1, { id: 7, name: 'Ana' }), aNote(2, { id: 8, name: 'Bia' }), aNote(3, null)];
    const named = updateAuthor(notes, { action: 'update', user: { id: 7, name: 'Ana Lima' } });
    expect(named.map(({ user }) => user?.name)).toEqual(['Ana Lima', 'Bia', undefined]);
    const left = updateAuthor(notes, { action: 'delete', userId: 8 });
    expect(left.map(({ user }) => user?.name)).toEqual(['Ana', undefined, undefined]);
  });

  it('stays the same list when the event concerns others', () => {
    const notes = [aNote(1, { id: 7, name: 'Ana' })];
    expect(updateAuthor(notes, { action: 'update', user: { id: 7, name: 'Ana' } })).toBe(notes);
    expect(updateAuthor(notes, { action: 'update', user: { id: 7 } })).toBe(notes);
    expect(updateAuthor(notes, { action: 'delete', userId: 9 })).toBe(notes);
  });

  it('belongs to the timeline of its conversation and of later ones on the same connection', () => {
    const note = { ...aNote(1, null), ticketId: 5, whatsappId: 2 };
    expect(belongsToTimeline(note, { id: 5, whatsappId: 9 })).toBe(true);
    expect(belongsToTimeline(note, { id: 6, whatsappId: 2 })).toBe(true);
    expect(belongsToTimeline(note, { id: 6, whatsappId: 1 })).toBe(false);
    expect(belongsToTimeline(note, { id: 4, whatsappId: 2 })).toBe(false);
  });
});

describe('a mention', () => {
  const [ana, lima, odd] = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Ana Lima' },
    { id: 3, name: 'Zé (loja)' },
  ];
  const named = (text: string, mentions = [ana, lima, odd]) =>
    noteParts(text, mentions)
      .filter(({ mention }) => mention)
      .map((part) => part.text);

  it('is split from the text, longer names first', () => {
    expect(noteParts('oi @Ana Lima, veja', [ana, lima])).toEqual([
      { text: 'oi ', mention: false },
      { text: '@Ana Lima', mention: true },
      { text: ', veja', mention: false },
    ]);
    expect(named('@Ana e @Zé (loja)')).toEqual(['@Ana', '@Zé (loja)']);
    expect(named('@Anabela e Ana')).toEqual([]);
    expect(named('@Ana', [])).toEqual([]);
  });

  it('counts once, and only while its name is in the text', () => {
    expect(mentionedIn('veja @Ana Lima', [lima, lima, odd])).toEqual([lima]);
    expect(mentionedIn('veja', [lima])).toEqual([]);
  });

  it('starts after an @ at the beginning of a word', () => {
    expect(mentionAt('oi @', 4)).toEqual({ term: '', from: 3 });
    expect(mentionAt('oi @Jo e mais', 6)).toEqual({ term: 'Jo', from: 3 });
    expect(mentionAt('(@João', 6)).toEqual({ term: 'João', from: 1 });
    expect(mentionAt('a@b', 3)).toBeNull();
    expect(mentionAt('@Ana ', 5)).toBeNull();
  });
});
