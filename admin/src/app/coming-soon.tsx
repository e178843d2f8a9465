import Construction from '@mui/icons-material/ConstructionOutlined';
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../shared/empty-state';

/** A page that is announced only. */
export function ComingSoon() {
  const translate = useTranslate();
  return (
    <Box sx={{ height: '100%', display: 'grid' }}>
      <title>Coming Soon · Atende</title>
      <EmptyState
        icon={<Construction />}
        title={translate('shell.coming_soon')}
        message={translate('shell.coming_soon_message')}
      />
    </Box>
  );
}
