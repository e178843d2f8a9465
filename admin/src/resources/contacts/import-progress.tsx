import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';
import { type ContactImport, isUnderWay, percentOf } from './types';

const counts = ['created', 'skipped', 'refused'] as const;

function Counts({ shown }: { shown: ContactImport }) {
  const translate = useTranslate();
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1 }}>
      {counts.map((name) => (
        <Box key={name} sx={{ p: 1.5, border: 1, borderColor: 'atende.line', borderRadius: '10px' }}>
          <Box component="dt" sx={{ fontSize: textSize.caption, color: 'atende.faint' }}>
            {translate(`contacts.import.${name}`)}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, fontSize: textSize.headline, fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}
          >
            {shown[name].toLocaleString('pt-BR')}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Faults({ shown: { errors, refused } }: { shown: ContactImport }) {
  const translate = useTranslate();
  if (errors.length === 0) return null;
  return (
    <Box>
      <Typography variant="h4" component="h3" sx={{ mb: 1 }}>
        {translate('contacts.import.errors')}
      </Typography>
      <Box
        component="ul"
        aria-label={translate('contacts.import.errors')}
        tabIndex={0}
        sx={{ m: 0, pl: 2.5, maxHeight: 220, overflowY: 'auto', fontSize: textSize.body, color: 'text.secondary' }}
      >
        {errors.map(({ line, message }) => (
          <li key={line}>
            {translate('contacts.import.line', { line })} · {message}
          </li>
        ))}
      </Box>
      {refused > errors.length && (
        <Typography variant="body2" sx={{ mt: 1, color: 'atende.faint' }}>
          {translate('contacts.import.first_errors', { shown: errors.length })}
        </Typography>
      )}
    </Box>
  );
}

/** How far an import is and what became of its lines. */
export function ImportProgress({ shown }: { shown: ContactImport }) {
  const translate = useTranslate();
  const underWay = isUnderWay(shown);
  const state = shown.total === 0 ? 'contacts.import.waiting' : 'contacts.import.progress';
  return (
    <>
      <Typography noWrap sx={{ fontWeight: 600 }}>
        {shown.name}
      </Typography>
      {underWay && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <LinearProgress
            variant={shown.total === 0 ? 'indeterminate' : 'determinate'}
            value={percentOf(shown)}
            aria-label={translate('contacts.import.title')}
            sx={{ borderRadius: 99, height: 6 }}
          />
          <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            {translate(state, { position: shown.position, total: shown.total })}
          </Typography>
          <Typography variant="body2" sx={{ color: 'atende.faint' }}>
            {translate('contacts.import.meanwhile')}
          </Typography>
        </Box>
      )}
      <Box role="status">
        {shown.status === 'done' && <Alert severity="success">{translate('contacts.import.done')}</Alert>}
        {shown.status === 'failed' && (
          <Alert severity="error">{shown.problem ?? translate('contacts.import.failed')}</Alert>
        )}
      </Box>
      {shown.status !== 'waiting' && shown.total > 0 && <Counts shown={shown} />}
      <Faults shown={shown} />
    </>
  );
}
