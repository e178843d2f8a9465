import { Box, Tab, Tabs } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';

const sections = { messages: '', connections: '/connections', tokens: '/tokens', webhooks: '/webhooks' };
export type ApiSection = keyof typeof sections;

/** The screens of the API, under tabs that are links. */
export function ApiSections({ current, children }: { current: ApiSection; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Box sx={{ flex: 'none', borderBottom: 1, borderColor: 'divider', bgcolor: 'background.paper' }}>
        <Tabs
          component="nav"
          value={current}
          variant="scrollable"
          allowScrollButtonsMobile
          aria-label={translate('api.title')}
          sx={{ maxWidth: 1280, mx: 'auto', px: { xs: 0, sm: 1 } }}
        >
          {Object.entries(sections).map(([section, path]) => (
            <Tab
              key={section}
              value={section}
              label={translate(`api.sections.${section}`)}
              component={Link}
              to={`/api-docs${path}`}
            />
          ))}
        </Tabs>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0 }}>{children}</Box>
    </Box>
  );
}
