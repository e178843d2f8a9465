import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';

const bubbles = [
  { me: false, width: 240, height: 56 },
  { me: true, width: 300, height: 40 },
  { me: false, width: 180, height: 40 },
  { me: false, width: 320, height: 72 },
  { me: true, width: 220, height: 56 },
];

export function MessageSkeletons() {
  const translate = useTranslate();
  return (
    <Box
      role="status"
      aria-label={translate('workspace.chat.loading')}
      sx={{
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'flex-end',
        gap: 1,
        p: { xs: 1.5, md: 5 },
        overflow: 'hidden',
        boxSizing: 'border-box',
      }}
    >
      {bubbles.map(({ me, width, height }) => (
        <Skeleton
          key={width}
          variant="rounded"
          width={width}
          height={height}
          sx={{ alignSelf: me ? 'flex-end' : 'flex-start', borderRadius: '14px', maxWidth: '80%', flex: 'none' }}
        />
      ))}
    </Box>
  );
}
