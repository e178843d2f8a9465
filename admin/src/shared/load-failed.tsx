import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { EmptyState } from './empty-state';

/** Stands in for what could not be loaded, with a button to try again. */
export function LoadFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <EmptyState
      icon={<ErrorOutline />}
      title={title}
      action={
        <Button variant="outlined" onClick={onRetry}>
          {translate('workspace.list.retry')}
        </Button>
      }
    />
  );
}
