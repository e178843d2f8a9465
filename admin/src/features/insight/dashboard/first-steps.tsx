import CheckCircle from '@mui/icons-material/CheckCircle';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, LinearProgress, Link, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { Schemas } from '../../../providers/api-types';
import { api } from '../../../providers/http';
import { firstStepsHidden, usePreference } from '../../../providers/preferences';
import { useSessionUser } from '../../../providers/session-user';
import { Spoken } from '../../../shared/spoken';
import type { HelpSlug } from '../../platform/helps/help-pages';

type FirstSteps = Schemas['FirstSteps'];

/** Where each step is done, and the help page about it. */
const steps = [
  { name: 'connection', path: '/connections', help: 'connect-qr' },
  { name: 'departments', path: '/queues', help: 'departments-hours' },
  { name: 'hours', path: '/settings', help: 'departments-hours' },
  { name: 'bot', path: '/queues', help: 'chatbot' },
  { name: 'people', path: '/users', help: 'people' },
  { name: 'quickMessages', path: '/quick-messages', help: 'quick-replies' },
] as const satisfies readonly { name: keyof FirstSteps; path: string; help: HelpSlug }[];

function Step({ step: { name, path, help }, done }: { step: (typeof steps)[number]; done: boolean }) {
  const translate = useTranslate();
  const label = translate(`help.steps.${name}.title`);
  return (
    <Box component="li" sx={{ position: 'relative', display: 'flex', gap: 1.25, minWidth: 0 }}>
      <Box aria-hidden sx={{ display: 'flex', color: done ? 'success.main' : 'text.secondary' }}>
        {done ? <CheckCircle /> : <RadioButtonUnchecked />}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Link component={RouterLink} to={path} sx={{ fontWeight: 600, color: 'inherit' }}>
          {label}
        </Link>
        <Spoken>{translate(done ? 'help.steps.done' : 'help.steps.open')}</Spoken>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate(`help.steps.${name}.text`)}{' '}
          <Link
            component={RouterLink}
            to={`/help/${help}`}
            underline="always"
            sx={{ whiteSpace: 'nowrap' }}
            aria-label={translate('help.steps.how_of', { step: label })}
          >
            {translate('help.steps.how')}
          </Link>
        </Typography>
      </Box>
    </Box>
  );
}

/** What a manager has still to set up; nothing when all is done or it was hidden. */
export function FirstStepsCard() {
  const translate = useTranslate();
  const { id, profile } = useSessionUser();
  const [hidden, setHidden] = usePreference(firstStepsHidden(id));
  const { data } = useQuery({
    queryKey: ['dashboard', '/first-steps'],
    queryFn: ({ signal }) => api<FirstSteps>('/dashboard/first-steps', { signal }),
    enabled: profile === 'admin' && !hidden,
  });
  if (!data || hidden) return null;
  const done = steps.filter(({ name }) => data[name]).length;
  if (done === steps.length) return null;
  const progress = translate('help.steps.progress', { done, of: steps.length });
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="first-steps"
      sx={{ borderRadius: '14px', p: 2, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <Typography variant="h2" id="first-steps">
            {translate('help.steps.title')}
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {progress}
          </Typography>
        </Box>
        <Button size="small" onClick={() => setHidden(true)}>
          {translate('help.steps.hide')}
        </Button>
      </Box>
      <LinearProgress
        variant="determinate"
        value={(100 * done) / steps.length}
        aria-label={progress}
        sx={{ height: 6, borderRadius: '3px' }}
      />
      <Box
        component="ul"
        aria-labelledby="first-steps"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
        }}
      >
        {steps.map((step) => (
          <Step key={step.name} step={step} done={data[step.name]} />
        ))}
      </Box>
    </Paper>
  );
}
