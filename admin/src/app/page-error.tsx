import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Update from '@mui/icons-material/UpdateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { EmptyState } from '../shared/empty-state';
import { isMissingChunk } from './missing-chunks';

/** A screen that broke, or whose parts a deploy has replaced: a sentence and a way on, never a stack. */
export function PageError({ error }: { error: unknown }) {
  const translate = useTranslate();
  const outdated = isMissingChunk(error) && navigator.onLine;
  return (
    <Box sx={{ height: '100%', display: 'grid' }}>
      <EmptyState
        icon={outdated ? <Update /> : <ErrorOutline />}
        title={translate(outdated ? 'shell.new_version' : 'app.error.unknown')}
        message={translate(
          outdated ? 'shell.new_version_message' : navigator.onLine ? 'app.error.page' : 'app.error.network',
        )}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            {translate('app.error.reload')}
          </Button>
        }
      />
    </Box>
  );
}
