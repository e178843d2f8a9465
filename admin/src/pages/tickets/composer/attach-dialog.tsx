import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useEffect, useId, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { formatBytes } from '../../../shared/format';
import { isTooLarge, sizeLimit } from '../model/attachments';
import { AttachPreview } from './attach-preview';
import { AttachStrip } from './attach-strip';

interface AttachDialogProps {
  files: File[];
  /** With which caption a file comes. */
  textOf: (file: File) => string;
  onChange: (files: File[]) => void;
  onSend: (captioned: { file: File; caption: string }[]) => void;
}

/** Takes out what the server would refuse for its size, and says so. */
function useSizeLimit(files: File[], onChange: (files: File[]) => void) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  useEffect(() => {
    const large = files.find(isTooLarge);
    if (!large) return;
    const limit = formatBytes(sizeLimit(large.type), locale);
    notify(translate('workspace.attach.too_large', { name: large.name || translate('workspace.kind.image'), limit }), {
      type: 'error',
    });
    onChange(files.filter((file) => file !== large));
  }, [files, onChange, locale, notify, translate]);
}

/** Files before they are sent: each as it will arrive, each with its caption. */
export default function AttachDialog({ files, textOf, onChange, onSend }: AttachDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const [chosen, setChosen] = useState(0);
  const [captions, setCaptions] = useState(() => new Map<File, string>());
  useSizeLimit(files, onChange);
  const current = Math.min(chosen, files.length - 1);
  const file = files[current];
  if (!file) return null;
  const captionOf = (each: File) => captions.get(each) ?? textOf(each);
  const submit = () => onSend(files.map((each) => ({ file: each, caption: captionOf(each).trim() })));
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => onChange([])} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('workspace.attach.title', { smart_count: files.length })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <AttachPreview file={file} />
        <AttachStrip
          files={files}
          current={current}
          onCurrent={setChosen}
          onRemove={(index) => onChange(files.toSpliced(index, 1))}
          onAdd={(added) => onChange([...files, ...added])}
        />
        <TextField
          autoFocus
          multiline
          maxRows={4}
          label={translate('workspace.attach.caption')}
          value={captionOf(file)}
          onChange={(event) => setCaptions(new Map(captions).set(file, event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => onChange([])}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" onClick={submit}>
          {translate('workspace.composer.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
