import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { textSize } from '../../shared/type-scale';

/** What could not be loaded into the drawer, and the way to try again. */
export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Box sx={{ flex: 1, fontSize: textSize.caption }}>{text}</Box>
      <Button size="small" onClick={onRetry}>
        {translate('workspace.list.retry')}
      </Button>
    </Box>
  );
}
