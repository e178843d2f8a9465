import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate } from 'react-router-dom';
import { useSessionUser } from '../../providers/session-user';
import { EmptyState } from '../../shared/empty-state';
import { errorText } from '../../shared/error-text';
import { fetchConnections } from '../tickets/data/api';
import { keys } from '../tickets/data/keys';
import { ChoiceField } from '../tickets/dialogs/choice-field';
import { InPlaceOfPhone, NoPhone } from './no-phone';
import { Phone } from './phone';
import { useLiveSandbox } from './use-sandbox';

function useConnections() {
  return useQuery({
    queryKey: keys.connections,
    queryFn: ({ signal }) => fetchConnections(signal),
  });
}

/** The test phone: customers who are people in this browser. */
export default function SandboxPage() {
  const translate = useTranslate();
  const { profile } = useSessionUser();
  const { data: all, error } = useConnections();
  const [chosen, setChosen] = useState<number | null>(null);
  useLiveSandbox();
  if (profile !== 'admin') return <Navigate to="/" replace />;
  if (error && !all)
    return (
      <InPlaceOfPhone>
        <EmptyState icon={<Smartphone />} title={errorText(error)} />
      </InPlaceOfPhone>
    );
  if (!all) return null;
  const connections = all.filter(({ channel }) => channel === 'sandbox');
  const connectionId = chosen ?? connections.find(({ isDefault }) => isDefault)?.id ?? connections[0]?.id;
  if (connectionId === undefined) return <NoPhone known={all} />;
  return (
    <Box
      sx={{
        height: '100%',
        boxSizing: 'border-box',
        p: { xs: 1.5, sm: 3 },
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        gap: { xs: 1.5, md: 5 },
        justifyContent: 'center',
        alignItems: { xs: 'stretch', md: 'center' },
      }}
    >
      <Box sx={{ width: { md: 280 }, display: 'grid', gap: 1.25 }}>
        <Typography variant="h1">{translate('workspace.sandbox.title')}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{translate('workspace.sandbox.lead')}</Typography>
        {connections.length > 1 && (
          // room for the label, which stands half above its field
          <Box sx={{ pt: 1 }}>
            <ChoiceField
              label={translate('workspace.sandbox.connection')}
              value={connectionId}
              options={connections}
              onChange={setChosen}
            />
          </Box>
        )}
      </Box>
      <Box
        sx={{
          flex: { xs: 1, md: 'none' },
          width: { md: 400 },
          minHeight: 0,
          height: { md: '100%' },
          display: 'flex',
          justifyContent: 'center',
          alignItems: 'center',
        }}
      >
        <Phone key={connectionId} connectionId={connectionId} />
      </Box>
    </Box>
  );
}
