import { Box, Drawer, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Pane, Panes } from '../../../shared/panes';

interface WorkspaceLayoutProps {
  list: ReactNode;
  chat: ReactNode;
  /** null: closed. */
  contact: ReactNode | null;
  pane: Pane;
  onPane: (pane: Pane) => void;
  onCloseContact: () => void;
}

/** Whether the contact panel is a third column instead of a drawer. */
export function useContactColumn(): boolean {
  return useMediaQuery('(min-width: 1280px)', { noSsr: true });
}

/** Two or three columns; on a phone two tabs. */
export function WorkspaceLayout({ list, chat, contact, pane, onPane, onCloseContact }: WorkspaceLayoutProps) {
  const translate = useTranslate();
  const contactColumn = useContactColumn();
  const column = contact !== null && contactColumn;
  const panes: Pane[] = ['chat', 'list'];
  return (
    <>
      <Panes
        list={list}
        chat={chat}
        columns={column ? '380px minmax(0, 1fr) 320px' : 'minmax(300px, 380px) minmax(0, 1fr)'}
        tabs={panes.map((name) => ({ pane: name, label: translate(`workspace.panes.${name}`) }))}
        label={translate('workspace.panes.label')}
        pane={pane}
        onPane={onPane}
      >
        {column && <Box sx={{ minHeight: 0, borderLeft: 1, borderColor: 'divider' }}>{contact}</Box>}
      </Panes>
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
    </>
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
