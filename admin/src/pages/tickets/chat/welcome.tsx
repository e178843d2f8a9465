import Forum from '@mui/icons-material/ForumOutlined';
import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useSessionUser } from '../../../providers/session-user';
import { EmptyState } from '../../../shared/empty-state';

/** What stands beside the list when nothing is chosen; on the first run the way to a first conversation. */
export function Welcome({ firstRun }: { firstRun: boolean }) {
  const translate = useTranslate();
  const admin = useSessionUser().profile === 'admin';
  const state = firstRun ? 'first_' : '';
  const message = firstRun && !admin ? 'first_message_user' : `${state}message`;
  return (
    <Box sx={{ height: '100%', display: 'grid', bgcolor: 'atende.chat' }}>
      <EmptyState
        icon={firstRun && admin ? <Smartphone /> : <Forum />}
        title={translate(`workspace.welcome.${state}title`)}
        message={translate(`workspace.welcome.${message}`)}
        action={
          firstRun && admin ? (
            <Button variant="contained" component={Link} to="/sandbox" startIcon={<Smartphone />}>
              {translate('workspace.welcome.sandbox')}
            </Button>
          ) : undefined
        }
      />
    </Box>
  );
}
