import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { LinkTabs } from './link-tabs';

const sections = {
  messages: '/api-docs',
  connections: '/api-docs/connections',
  tokens: '/api-docs/tokens',
  webhooks: '/api-docs/webhooks',
};
export type ApiSection = keyof typeof sections;

/** The screens of the API, under tabs that are links. */
export function ApiSections({ current, children }: { current: ApiSection; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <LinkTabs
        label={translate('api.title')}
        current={sections[current]}
        tabs={Object.entries(sections).map(([name, path]) => ({ path, label: translate(`api.sections.${name}`) }))}
      />
      <Box sx={{ flex: 1, minHeight: 0 }}>{children}</Box>
    </Box>
  );
}
