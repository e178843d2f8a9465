import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { ROW_PX } from './row-styles';

const rows = Array.from({ length: 7 }, (_, index) => index);

/** The shape of the rows while they load. */
export function RowSkeletons() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('workspace.list.loading')} sx={{ overflow: 'hidden' }}>
      {rows.map((row) => (
        <Box
          key={row}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            height: ROW_PX,
            boxSizing: 'border-box',
            px: 2,
            borderBottom: 1,
            borderColor: 'atende.lineSoft',
          }}
        >
          <Skeleton variant="circular" width={44} height={44} />
          <Box sx={{ flex: 1 }}>
            <Skeleton width={`${45 + ((row * 17) % 30)}%`} height={18} />
            <Skeleton width={`${60 + ((row * 23) % 35)}%`} height={16} />
            <Skeleton width={70} height={18} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
