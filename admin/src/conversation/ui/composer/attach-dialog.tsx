import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, useMediaQuery } from '@mui/material';
import { type ClipboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocale, useNotify, useTranslate } from 'react-admin';
import { FilePreview, useLocalUrl } from '../../../shared/file-preview';
import { formatBytes } from '../../../shared/format';
import { isTooLarge, normalizePastedFile, sizeLimit } from '../../model/files';
import { AttachStrip } from './attach-strip';

const HEIGHT_PX = 640;

interface AttachDialogProps {
  files: File[];
  /** The initial caption of a file. */
  textOf: (file: File) => string;
  onChange: (files: File[]) => void;
  onAdd: (files: File[]) => void;
  onSend: (captioned: { file: File; caption: string }[]) => void;
}

/** Previews files before they are sent, each with a caption. Its height does not depend on their number. */
export default function AttachDialog({ files, textOf, onChange, onAdd, onSend }: AttachDialogProps) {
  const translate = useTranslate();
  const locale = useLocale();
  const notify = useNotify();
  const titleId = useId();
  const narrow = useMediaQuery('(max-width: 599.95px), (max-height: 480px)', { noSsr: true });
  const caption = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState(0);
  const [captions, setCaptions] = useState(() => new Map<File, string>());
  // the server would refuse it for its size
  useEffect(() => {
    const large = files.find(isTooLarge);
    if (!large) return;
    const limit = formatBytes(sizeLimit(large.type), locale);
    notify(translate('workspace.attach.too_large', { name: large.name || translate('workspace.kind.image'), limit }), {
      type: 'error',
    });
    onChange(files.filter((file) => file !== large));
  }, [files, onChange, locale, notify, translate]);
  const current = Math.min(chosen, files.length - 1);
  const file = files[current];
  const url = useLocalUrl(file ?? null);
  if (!file) return null;
  const captionOf = (each: File) => captions.get(each) ?? textOf(each);
  const submit = () => onSend(files.map((each) => ({ file: each, caption: captionOf(each).trim() })));
  function remove(index: number) {
    onChange(files.toSpliced(index, 1));
    if (index < current) setChosen(current - 1);
    // the focused button has disappeared
    caption.current?.focus();
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files].map(normalizePastedFile);
    if (pasted.length === 0) return;
    event.preventDefault();
    onAdd(pasted);
  }
  return (
    <Dialog
      open
      fullWidth
      fullScreen={narrow}
      maxWidth="sm"
      onClose={() => onChange([])}
      onPaste={onPaste}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: narrow ? undefined : { height: `min(${HEIGHT_PX}px, calc(100% - 64px))` } } }}
    >
      <DialogTitle id={titleId}>{translate('workspace.attach.title', { smart_count: files.length })}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minHeight: 0 }}>
        <FilePreview
          fill
          url={url}
          type={file.type}
          name={file.name || translate('workspace.kind.image')}
          size={file.size}
        />
        <AttachStrip files={files} current={current} onCurrent={setChosen} onRemove={remove} onAdd={onAdd} />
        <TextField
          autoFocus
          multiline
          maxRows={3}
          inputRef={caption}
          sx={{ flex: 'none' }}
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
