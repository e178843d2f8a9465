import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { EmptyState } from './empty-state';
import { errorText } from './error-text';

interface LoadFailedProps {
  title?: string;
  /** Its message is shown below the title. */
  error?: unknown;
  onRetry: () => void;
}

/** The empty state of what could not be loaded. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={<ErrorOutline />}
      title={title ?? translate('app.error.list')}
      message={error === undefined ? undefined : errorText(error)}
      action={
        <Button variant="outlined" onClick={onRetry}>
          {translate('app.error.retry')}
        </Button>
      }
    />
  );
}
