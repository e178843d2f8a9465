import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTranslate } from 'react-admin';
import { shortcuts } from '../../../app/shortcuts/catalogue';
import { KeyCaps } from '../../../app/shortcuts/key-caps';
import { textSize } from '../../../shared/type-scale';

export type Mode = 'message' | 'note';

/** Whether what is written goes to the customer or stays among colleagues. */
export function ComposerMode({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const translate = useTranslate();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={mode}
      aria-label={translate('notes.mode')}
      onChange={(_, next: Mode | null) => next && onMode(next)}
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
