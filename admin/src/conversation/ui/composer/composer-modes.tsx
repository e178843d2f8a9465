import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { composerOf, moveFocus } from '../../../shared/focus';
import { shortcuts } from '../../../shared/shortcuts/catalogue';
import { KeyCaps } from '../../../shared/shortcuts/key-caps';
import { useShortcut } from '../../../shared/shortcuts/use-shortcut';
import { textSize } from '../../../shared/type-scale';
import { drafts } from '../../data/drafts';
import { NoteComposer, noteKey } from '../notes/note-composer';
import { Composer, type ComposerProps } from './composer';

type ComposerMode = 'message' | 'note';

function ModeToggle({ mode, onMode }: { mode: ComposerMode; onMode: (mode: ComposerMode) => void }) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode}
      aria-label={translate('notes.mode')}
      onChange={(_, next: ComposerMode | null) => next && onMode(next)}
      sx={{
        mb: 0.75,
        '& button': { minHeight: 26, py: 0, px: 1.25, gap: 0.75, fontSize: textSize.caption, textTransform: 'none' },
        '& button[value=note].Mui-selected': {
          bgcolor: 'atende.note',
          borderColor: 'atende.noteLine',
          color: 'atende.warn',
        },
      }}
    >
      <ToggleButton value="message">{translate('notes.message')}</ToggleButton>
      <ToggleButton value="note" title={translate('notes.mode_hint')}>
        {translate('notes.note')}
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
          <KeyCaps keys={shortcuts.note.keys} />
        </Box>
      </ToggleButton>
    </ToggleButtonGroup>
  );
}

/** Writes a message or a note, each with a field and a draft of its own: a note cannot be sent to the customer by mistake. */
export function ComposerModes({ onNoted, ...props }: ComposerProps & { onNoted: () => void }) {
  const { ticket, active } = props;
  const [mode, setMode] = useState<ComposerMode>(() =>
    drafts.get(noteKey(ticket.uuid)) !== '' && drafts.get(ticket.uuid) === '' ? 'note' : 'message',
  );
  const noting = mode === 'note';
  useEffect(() => moveFocus(composerOf(ticket.uuid)), [ticket.uuid]);
  useShortcut('note', () => setMode(noting ? 'message' : 'note'));
  const modeToggle = <ModeToggle mode={mode} onMode={setMode} />;
  return (
    <div>
      {noting && <NoteComposer ticket={ticket} modeToggle={modeToggle} onNoted={onNoted} />}
      <div hidden={noting}>
        <Composer {...props} active={active && !noting} modeToggle={noting ? null : modeToggle} />
      </div>
    </div>
  );
}
