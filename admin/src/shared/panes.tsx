import { Box, type BoxProps, Tab, Tabs, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';

export type Pane = 'chat' | 'list';

export interface PaneTab {
  pane: Pane;
  label: string;
}

interface PanesProps {
  list: ReactNode;
  chat: ReactNode;
  /** A third column. */
  children?: ReactNode;
  /** Of the grid, where they stand side by side. */
  columns: string;
  /** On a phone, in their order. */
  tabs: readonly PaneTab[];
  label: string;
  pane: Pane;
  onPane: (pane: Pane) => void;
}

function PaneTabs({ tabs, label, pane, onPane }: Pick<PanesProps, 'tabs' | 'label' | 'pane' | 'onPane'>) {
  return (
    <Tabs
      variant="fullWidth"
      value={pane}
      onChange={(_, next: Pane) => onPane(next)}
      aria-label={label}
      sx={{
        flex: 'none',
        minHeight: 44,
        bgcolor: 'background.paper',
        borderBottom: 1,
        borderColor: 'divider',
        '@media (max-height: 600px)': { minHeight: 36, '& .MuiTab-root': { minHeight: 36, py: 0 } },
      }}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.pane}
          value={tab.pane}
          id={`pane-tab-${tab.pane}`}
          aria-controls={`pane-${tab.pane}`}
          label={tab.label}
        />
      ))}
    </Tabs>
  );
}

export function useSideBySide(): boolean {
  return useMediaQuery('(min-width: 900px)', { noSsr: true });
}

const edge = { borderRight: 1, borderColor: 'divider' };

/** A list beside a conversation; on a phone two tabs. The same React tree for both: resizing the window keeps texts and scroll positions. */
export function Panes({ list, chat, children, columns, tabs, label, pane, onPane }: PanesProps) {
  const sideBySide = useSideBySide();
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
      {!sideBySide && <PaneTabs tabs={tabs} label={label} pane={pane} onPane={onPane} />}
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
        {children}
      </Box>
    </Box>
  );
}
