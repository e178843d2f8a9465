import { Box, Tab, Tabs } from '@mui/material';
import { Link } from 'react-router-dom';

interface LinkTabsProps {
  label: string;
  current: string;
  tabs: readonly { readonly path: string; readonly label: string }[];
}

/** Above a page: the pages that belong together, as tabs that are links. */
export function LinkTabs({ label, current, tabs }: LinkTabsProps) {
  return (
    <Box sx={{ flex: 'none', borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
      <Tabs
        component="nav"
        value={current}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={label}
        sx={{ maxWidth: 1280, mx: 'auto', px: { xs: 0, sm: 1 } }}
      >
        {tabs.map(({ path, label: text }) => (
          <Tab key={path} value={path} label={text} component={Link} to={path} />
        ))}
      </Tabs>
    </Box>
  );
}
