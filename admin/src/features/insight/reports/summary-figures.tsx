import { Box, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { formatCount, formatRating, formatSpan } from '../../../shared/format';
import type { Figures } from './use-reports';

const ratedOf = ({ rated1, rated2, rated3 }: Figures) => rated1 + rated2 + rated3;

/** Count and averages of everything that the filters leave. */
export function SummaryFigures({ figures }: { figures: Figures | undefined }) {
  const translate = useTranslate();
  const shown: [name: string, value: string | undefined, detail?: string][] = [
    ['attendances', figures && formatCount(figures.attendances)],
    ['finished', figures && formatCount(figures.finished)],
    ['waited', figures && formatSpan(figures.waited)],
    ['responded', figures && formatSpan(figures.responded)],
    ['served', figures && formatSpan(figures.served)],
    [
      'rating',
      figures && formatRating(figures.rating),
      figures &&
        translate('reports.figures.rated', { smart_count: ratedOf(figures), count: formatCount(ratedOf(figures)) }),
    ],
  ];
  return (
    <Box
      component="dl"
      aria-label={translate('reports.figures.title')}
      sx={{
        m: 0,
        mb: 1.5,
        flex: 'none',
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(3, minmax(0, 1fr))', md: 'repeat(6, minmax(0, 1fr))' },
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        bgcolor: 'background.paper',
        overflow: 'hidden',
      }}
    >
      {shown.map(([name, value, detail]) => (
        <Box
          key={name}
          sx={{ px: { xs: 1.25, sm: 2 }, py: 1, minWidth: 0, display: 'grid', alignContent: 'space-between' }}
        >
          <Typography component="dt" variant="body2" sx={{ color: 'atende.faint' }}>
            {translate(`reports.figures.${name}`)}
          </Typography>
          <Typography component="dd" variant="h2" noWrap sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {value ?? <Skeleton width={60} />}
            {detail && (
              <Typography
                component="span"
                variant="body2"
                sx={{ color: 'atende.faint', ml: 0.75, display: { xs: 'none', lg: 'inline' } }}
              >
                {detail}
              </Typography>
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
