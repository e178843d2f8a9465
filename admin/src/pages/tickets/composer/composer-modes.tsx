import { type ComponentProps, useEffect, useState } from 'react';
import { composer, moveFocus } from '../../../app/focus';
import { useShortcut } from '../../../app/shortcuts/use-shortcut';
import { drafts } from '../data/drafts';
import { NoteComposer } from '../notes/note-composer';
import { noteDraft } from '../notes/use-note-draft';
import { Composer } from './composer';
import { ComposerMode, type Mode } from './composer-mode';

type ComposerModesProps = ComponentProps<typeof Composer> & {
  /** A note was stored. */
  onNoted: () => void;
};

/**
 * Writes a message or a note. Each has a field and a draft of its own, so that neither becomes the other by a slip; the message
 * stays where it is while a note is written.
 */
export function ComposerModes({ onNoted, ...props }: ComposerModesProps) {
  const { ticket, active } = props;
  const [mode, setMode] = useState<Mode>(() =>
    noteDraft.get(ticket.uuid) !== '' && drafts.get(ticket.uuid) === '' ? 'note' : 'message',
  );
  const noting = mode === 'note';
  useEffect(() => moveFocus(composer), []);
  useShortcut('note', () => setMode(noting ? 'message' : 'note'));
  const choice = <ComposerMode mode={mode} onMode={setMode} />;
  return (
    <div>
      {noting && <NoteComposer ticket={ticket} choice={choice} onNoted={onNoted} />}
      <div hidden={noting}>
        <Composer {...props} active={active && !noting} choice={noting ? null : choice} />
      </div>
    </div>
  );
}
