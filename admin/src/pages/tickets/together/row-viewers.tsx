import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useTranslate } from 'react-admin';
import { Avatar } from '../../../shared/avatar';
import { useColleagues } from '../data/use-viewers';

const MOST = 2;

/** Colleagues who look at the conversation, small, in its row. */
export function RowViewers({ ticketId }: { ticketId: number }) {
  const translate = useTranslate();
  const all = useColleagues(ticketId);
  if (all.length === 0) return null;
  const text = translate('together.looking', {
    smart_count: all.length,
    names: all.map(({ name }) => name).join(', '),
  });
  return (
    <Tooltip title={text}>
      <Box role="img" aria-label={text} sx={{ position: 'relative', zIndex: 1, display: 'flex', flex: 'none' }}>
        {all.slice(0, MOST).map(({ id, name, peeking }, index) => (
          <Box key={id} sx={{ borderRadius: '50%', opacity: peeking ? 0.6 : 1, ml: index === 0 ? 0 : -0.75 }}>
            <Avatar name={name} size={18} seed={id} />
          </Box>
        ))}
      </Box>
    </Tooltip>
  );
}
