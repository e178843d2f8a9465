import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { formatDate } from '../../../shared/format';
import { textSize } from '../../../shared/type-scale';
import { daysAgo } from '../list/when';

const Line = styled('div')({ display: 'flex', justifyContent: 'center', padding: '8px 12px 10px' });

const Pill = styled('span')(({ theme }) => ({
  padding: '3px 12px',
  borderRadius: 99,
  fontSize: textSize.caption,
  color: theme.palette.text.secondary,
  background: theme.palette.background.paper,
  border: `1px solid ${theme.palette.divider}`,
}));

function useDayName(value: string): string {
  const translate = useTranslate();
  const days = daysAgo(value);
  if (days === 0) return translate('workspace.day.today');
  return days === 1 ? translate('workspace.day.yesterday') : formatDate(value);
}

/** Of which day what follows is. */
export function Day({ value }: { value: string }) {
  const name = useDayName(value);
  return (
    <Line>
      <Pill>{name}</Pill>
    </Line>
  );
}
