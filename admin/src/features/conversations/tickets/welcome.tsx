import Forum from '@mui/icons-material/ForumOutlined';
import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import { Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { fetchTickets } from '../../../conversation/data/api';
import { queryKeys } from '../../../conversation/data/cache';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';
import { Logo } from '../../../shared/logo';

/** Whether there has never been a conversation; asked only if none is open or pending. */
export function useFirstRun(nothingNow: boolean): boolean {
  const { data } = useQuery({
    queryKey: queryKeys.firstRun,
    queryFn: ({ signal }) =>
      fetchTickets({ status: null, showAll: true, queueIds: null, search: '' }, null, signal).then(
        ({ count }) => count,
      ),
    enabled: nothingNow,
  });
  return nothingNow && data === 0;
}

function FirstRunActions() {
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

export function FirstRun() {
  const translate = useTranslate();
  const admin = useSessionUser().profile === 'admin';
  return (
    <EmptyState
      icon={admin ? <Smartphone /> : <Forum />}
      title={translate('workspace.welcome.first_title')}
      message={translate(`workspace.welcome.first_message${admin ? '' : '_user'}`)}
      action={admin && <FirstRunActions />}
    />
  );
}

/** Shown while no conversation is open. */
export function Welcome({ firstRun }: { firstRun: boolean }) {
  const translate = useTranslate();
  return (
    <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>
      {firstRun ? (
        <FirstRun />
      ) : (
        <Box sx={{ m: 'auto', display: 'grid', justifyItems: 'center' }}>
          <Logo size={40} />
          <EmptyState title={translate('workspace.welcome.title')} message={translate('workspace.welcome.message')} />
        </Box>
      )}
    </Box>
  );
}
