import { Box, type BoxProps, Drawer, Tab, Tabs, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';

export type Pane = 'chat' | 'list';

interface WorkspaceLayoutProps {
  list: ReactNode;
  chat: ReactNode;
  /** null: closed. */
  contact: ReactNode | null;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onCloseContact: () => void;
}

const edge = { borderRight: 1, borderColor: 'divider' };

function PaneTabs({ pane, onPane }: Pick<WorkspaceLayoutProps, 'pane' | 'onPane'>) {
  const translate = useTranslate();
  const panes: Pane[] = ['chat', 'list'];
  return (
    <Tabs
      variant="fullWidth"
      value={pane}
      onChange={(_, next: Pane) => onPane(next)}
      aria-label={translate('workspace.panes.label')}
      sx={{
        flex: 'none',
        minHeight: 44,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '@media (max-height: 600px)': { minHeight: 36, '& .MuiTab-root': { minHeight: 36, py: 0 } },
      }}
    >
      {panes.map((name) => (
        <Tab
          key={name}
          value={name}
          id={`pane-tab-${name}`}
          aria-controls={`pane-${name}`}
          label={translate(`workspace.panes.${name}`)}
        />
      ))}
    </Tabs>
  );
}

export function useSideBySide(): boolean {
  return useMediaQuery('(min-width: 900px)', { noSsr: true });
}

/** Whether the contact panel is a third column instead of a drawer. */
export function useContactColumn(): boolean {
  return useMediaQuery('(min-width: 1280px)', { noSsr: true });
}

/**
 * Two or three columns; on a phone two tabs. The same React tree for both: resizing the window keeps texts and scroll positions.
 */
export function WorkspaceLayout({ list, chat, contact, pane, onPane, onCloseContact }: WorkspaceLayoutProps) {
  const translate = useTranslate();
  const sideBySide = useSideBySide();
  const contactColumn = useContactColumn();
  const column = contact !== null && contactColumn;
  const columns = column ? '380px minmax(0, 1fr) 320px' : 'minmax(300px, 380px) minmax(0, 1fr)';
  const paneProps = (name: Pane): BoxProps =>
    sideBySide
      ? { sx: { minWidth: 0, minHeight: 0, ...(name === 'list' && edge) } }
      : {
          id: `pane-${name}`,
          role: 'tabpanel',
          'aria-labelledby': `pane-tab-${name}`,
          // hidden without losing its size, to keep the scroll position
          sx: { position: 'absolute', inset: 0, visibility: pane === name ? 'visible' : 'hidden' },
        };
  return (
    <Box sx={{ height: '100%', minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}>
      {!sideBySide && <PaneTabs pane={pane} onPane={onPane} />}
      <Box
        sx={{
          position: 'relative',
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: sideBySide ? columns : 'minmax(0, 1fr)',
          gridTemplateRows: 'minmax(0, 1fr)',
        }}
      >
        <Box {...paneProps('list')}>{list}</Box>
        <Box {...paneProps('chat')}>{chat}</Box>
        {column && <Box sx={{ minHeight: 0, borderLeft: 1, borderColor: 'divider' }}>{contact}</Box>}
      </Box>
      <Drawer
        anchor="right"
        open={contact !== null && !contactColumn}
        onClose={onCloseContact}
        slotProps={{
          paper: { 'aria-label': translate('workspace.contact.title'), sx: { width: 320, maxWidth: '100vw' } },
        }}
      >
        {contact}
      </Drawer>
    </Box>
  );
}

const KEY = 'contactDrawer';
/** Open by default on windows at least this wide. */
const OPEN_FROM_PX = 1600;

function remembered(): boolean {
  const choice = localStorage.getItem(KEY);
  return choice === null ? window.innerWidth >= OPEN_FROM_PX : choice === 'true';
}

/** Remembered where it is a column; as a drawer it starts closed. */
export function useContactDrawer(): [boolean, (open: boolean) => void] {
  const column = useContactColumn();
  const [chosen, setChosen] = useState(remembered);
  const [over, setOver] = useState(false);
  function choose(open: boolean) {
    if (!column) return setOver(open);
    localStorage.setItem(KEY, String(open));
    setChosen(open);
  }
  return [column ? chosen : over, choose];
}
