import Forum from '@mui/icons-material/ForumOutlined';
import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';
import { useFirstRun } from './use-first-run';

function Ways() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
      <Button variant="contained" component={Link} to="/sandbox" startIcon={<Smartphone />}>
        {translate('workspace.welcome.sandbox')}
      </Button>
      <Button variant="outlined" component={Link} to="/connections/create">
        {translate('shell.connect')}
      </Button>
    </Box>
  );
}

/** What stands beside the list when nothing is chosen; on the first run the ways to a first conversation. */
export function Welcome({ nothingNow }: { nothingNow: boolean }) {
  const translate = useTranslate();
  const admin = useSessionUser().profile === 'admin';
  const firstRun = useFirstRun(nothingNow);
  const state = firstRun ? 'first_' : '';
  const message = firstRun && !admin ? 'first_message_user' : `${state}message`;
  return (
    <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>
      <EmptyState
        icon={firstRun && admin ? <Smartphone /> : <Forum />}
        title={translate(`workspace.welcome.${state}title`)}
        message={translate(`workspace.welcome.${message}`)}
        action={firstRun && admin ? <Ways /> : undefined}
      />
    </Box>
  );
}
