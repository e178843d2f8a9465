import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { formatDate } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';

export type Due = Pick<Schemas['CompanyUsage'], 'dueDate' | 'dueInDays' | 'dueState'>;
type State = NonNullable<Due['dueState']>;

const surfaces: Record<State, string> = {
  approaching: 'atende.note',
  urgent: 'atende.due',
  overdue: 'atende.overdue',
};
const states = [
  ['approaching', 'approaching'],
  ['urgent', 'urgent'],
  ['overdue', 'over'],
] as const;

function wordsOf(days: number, translate: ReturnType<typeof useTranslate>): string {
  if (days === 0) return translate('platform.due.today');
  return translate(days > 0 ? 'platform.due.days' : 'platform.due.overdue', { smart_count: Math.abs(days) });
}

const pill = { display: 'inline-block', px: 0.875, py: '1px', borderRadius: '6px', color: 'text.primary' } as const;

/** The day that is written in a due date, whatever the viewer's time zone, in the colour of its state, which words say as well (spec 002 §4). */
export function DueDate({ due }: { due: Due }) {
  const translate = useTranslate();
  const { dueDate, dueInDays, dueState } = due;
  if (!dueDate || typeof dueInDays !== 'number') return translate('platform.due.never');
  const words = wordsOf(dueInDays, translate);
  const date = formatDate(dueDate.slice(0, 10));
  if (!dueState)
    return (
      <Tooltip describeChild title={words}>
        <span>{date}</span>
      </Tooltip>
    );
  return (
    <Box component="span" data-due={dueState} sx={{ ...pill, bgcolor: surfaces[dueState], whiteSpace: 'normal' }}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {date} ·
      </Box>{' '}
      {words}
    </Box>
  );
}

/** What the colours of the due dates mean. */
export function DueLegend() {
  const translate = useTranslate();
  return (
    <Box
      component="ul"
      aria-label={translate('platform.due.legend')}
      sx={{ m: 0, mb: 1.25, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75, flex: 'none' }}
    >
      {states.map(([state, text]) => (
        <Box component="li" key={state} sx={{ ...pill, bgcolor: surfaces[state], fontSize: textSize.caption }}>
          {translate(`platform.due.${text}`)}
        </Box>
      ))}
    </Box>
  );
}
