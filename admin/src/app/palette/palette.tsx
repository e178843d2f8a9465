import Search from '@mui/icons-material/Search';
import { Box, Dialog, InputBase, Typography } from '@mui/material';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { lazyComponent } from '../../shared/lazy-component';
import { Spoken } from '../../shared/spoken';
import { textSize } from '../../shared/type-scale';
import type { NewConversation, PaletteItem } from './palette-items';
import { optionId, PaletteList } from './palette-list';
import { usePaletteGroups } from './use-palette-groups';

const NewTicketDialog = lazyComponent(() => import('../../conversation/ui/ticket-actions/new-ticket-dialog'));

/** The command palette: actions of the open conversation, conversations, contacts, pages. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [start, setStart] = useState<NewConversation | null>(null);
  const { groups, searching } = usePaletteGroups(typed);
  const items = groups.flatMap((group) => group.items);
  const index = Math.max(
    0,
    items.findIndex(({ key }) => key === highlighted),
  );
  const selected = items[index];

  function run(item: PaletteItem) {
    if (item.start) {
      setStart(item.start);
      return;
    }
    // it gives the focus back before the action moves it on
    flushSync(onClose);
    item.run();
  }

  function keyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && items.length > 0)
      setHighlighted(items[(index + step + items.length) % items.length]?.key ?? null);
    else if (event.key === 'Enter' && selected) run(selected);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) onClose();
    else return;
    event.preventDefault();
  }

  if (start) return <NewTicketDialog {...start} onClose={onClose} onDone={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${listId}-title`}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start', pt: { xs: 0, sm: '8vh' } } }}
      slotProps={{ paper: { sx: { m: 1.5, height: 'min(460px, calc(100dvh - 24px))' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2.25, borderBottom: 1, borderColor: 'divider' }}>
        <Spoken id={`${listId}-title`}>{translate('shell.palette.title')}</Spoken>
        <Search aria-hidden sx={{ color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          placeholder={translate('shell.palette.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value);
            setHighlighted(null);
          }}
          onKeyDown={keyDown}
          inputProps={{
            role: 'combobox',
            'aria-label': translate('shell.palette.placeholder'),
            'aria-expanded': items.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': selected && optionId(listId, selected),
          }}
          sx={{ minHeight: 52, fontSize: textSize.title }}
        />
      </Box>
      <PaletteList
        id={listId}
        groups={groups}
        selected={selected}
        onHighlight={(item) => setHighlighted(item.key)}
        onRun={run}
      />
      <Typography
        role="status"
        variant="caption"
        sx={{ flex: 'none', px: 2.25, py: 1, borderTop: 1, borderColor: 'divider', color: 'text.secondary' }}
      >
        {translate(`shell.palette.${searching ? 'searching' : items.length === 0 ? 'nothing' : 'move'}`)}
      </Typography>
    </Dialog>
  );
}
