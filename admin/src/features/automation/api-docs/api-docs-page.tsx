import { Box, Link, MenuItem, Skeleton, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useParams } from 'react-router-dom';
import { type ApiSection, ApiSections } from '../../../shared/api-sections';
import { LoadFailed } from '../../../shared/load-failed';
import { Page } from '../../../shared/page';
import { ConnectionTokens } from './connection-tokens';
import { MessageForm } from './message-form';
import { type ConnectionRow, useConnections } from './use-connections';

/** The two test forms, with the token of the chosen connection. */
function Messages({ connections }: { connections: ConnectionRow[] }) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<number | null>(null);
  const current = connections.find(({ id }) => id === chosen) ?? connections.find(({ isDefault }) => isDefault);
  return (
    <>
      <Typography variant="h1" sx={{ pb: 0.5 }}>
        {translate('api.sections.messages')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', pb: 2, maxWidth: 720 }}>
        {translate('api.intro')}{' '}
        <Link href="/docs" target="_blank" rel="noreferrer" underline="always">
          {translate('api.reference')}
        </Link>
      </Typography>
      {connections.length > 0 && (
        <TextField
          select
          label={translate('api.connection')}
          value={current?.id ?? ''}
          onChange={({ target }) => setChosen(Number(target.value))}
          sx={{ mb: 2, width: { xs: '100%', sm: 320 } }}
        >
          {connections.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box sx={{ display: 'grid', gap: 2, pb: 3 }}>
        <MessageForm kind="text" token={current?.token ?? ''} />
        <MessageForm kind="media" token={current?.token ?? ''} />
      </Box>
    </>
  );
}

function Content({ section }: { section: ApiSection }) {
  const { data, error, refetch } = useConnections();
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={320} />;
  return section === 'connections' ? <ConnectionTokens connections={data} /> : <Messages connections={data} />;
}

/** The API for programs: forms to try it, and the tokens of the connections. */
export default function ApiDocsPage() {
  const translate = useTranslate();
  const section: ApiSection = useParams()['section'] === 'connections' ? 'connections' : 'messages';
  return (
    <ApiSections current={section}>
      <Box sx={{ height: '100%', overflowY: 'auto' }}>
        <Page title={translate('api.title')}>
          <Content section={section} />
        </Page>
      </Box>
    </ApiSections>
  );
}
