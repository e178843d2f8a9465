import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export type Pane = 'chat' | 'list';

interface WorkspaceLayoutProps {
  list: ReactNode;
  chat: ReactNode;
  /** What is known of the contact; null: closed. */
  contact: ReactNode | null;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onCloseContact: () => void;
}

const edge = { borderRight: 1, borderColor: 'divider' };

function Narrow({ list, chat, pane, onPane }: WorkspaceLayoutProps) {
  const translate = useTranslate();
  const panes: Pane[] = ['chat', 'list'];
  return (
    <Box sx={{ height: '100%', display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <Tabs
        variant="fullWidth"
        value={pane}
        onChange={(_, next: Pane) => onPane(next)}
        aria-label={translate('workspace.panes.label')}
        sx={{ flex: 'none', minHeight: 44, bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}
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
      <Box sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
        {panes.map((name) => (
          // Hidden without losing its size, so that both keep their place.
          <Box
            key={name}
            id={`pane-${name}`}
            role="tabpanel"
            aria-labelledby={`pane-tab-${name}`}
            sx={{ position: 'absolute', inset: 0, visibility: pane === name ? undefined : 'hidden' }}
          >
            {name === 'chat' ? chat : list}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Whether list and chat stand side by side. */
export function useWide(): boolean {
  return useMediaQuery('(min-width: 900px)', { noSsr: true });
}

/** Two columns, and a third for the contact where there is room; on a phone two tabs. */
export function WorkspaceLayout(props: WorkspaceLayoutProps) {
  const translate = useTranslate();
  const { list, chat, contact, onCloseContact } = props;
  const wide = useWide();
  const roomy = useMediaQuery('(min-width: 1280px)', { noSsr: true });
  const overlay = (
    <Drawer
      anchor="right"
      open={contact !== null && !roomy}
      onClose={onCloseContact}
      slotProps={{
        paper: { 'aria-label': translate('workspace.contact.title'), sx: { width: 320, maxWidth: '100vw' } },
      }}
    >
      {contact}
    </Drawer>
  );
  if (!wide) {
    return (
      <>
        <Narrow {...props} />
        {overlay}
      </>
    );
  }
  const columns = contact && roomy ? '380px minmax(0, 1fr) 320px' : 'minmax(300px, 380px) minmax(0, 1fr)';
  return (
    <Box
      sx={{
        height: '100%',
        minHeight: 0,
        display: 'grid',
        gridTemplateColumns: columns,
        gridTemplateRows: 'minmax(0, 1fr)',
      }}
    >
      <Box sx={{ minWidth: 0, minHeight: 0, ...edge }}>{list}</Box>
      <Box sx={{ minWidth: 0, minHeight: 0 }}>{chat}</Box>
      {contact && roomy ? <Box sx={{ minHeight: 0, borderLeft: 1, borderColor: 'divider' }}>{contact}</Box> : overlay}
    </Box>
  );
}
