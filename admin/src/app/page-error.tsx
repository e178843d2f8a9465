import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../shared/empty-state';

/** A screen that broke: a sentence and a way on, never a stack. */
export function PageError() {
  const translate = useTranslate();
  return (
    <Box sx={{ height: '100%', display: 'grid' }}>
      <EmptyState
        icon={<ErrorOutline />}
        title={translate('app.error.unknown')}
        message={translate('app.error.page')}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            {translate('app.error.reload')}
          </Button>
        }
      />
    </Box>
  );
}
