import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'react-admin';

/** Takes along what was being written. */
export function CopyDraft({ text }: { text: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      notify('workspace.message.copied', { type: 'info' });
    } catch {
      notify('app.error.unknown', { type: 'error' });
    }
  }
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<ContentCopy />}
      onClick={() => void copy()}
      sx={{ bgcolor: 'background.paper' }}
    >
      {translate('together.copy_draft')}
    </Button>
  );
}
