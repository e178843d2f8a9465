import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Mic from '@mui/icons-material/MicNoneOutlined';
import Send from '@mui/icons-material/SendRounded';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useRef, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { ComposerField } from '../tickets/composer/composer-field';
import { FileButton } from '../tickets/composer/file-button';
import type { Outgoing } from './types';
import { type Recorder, useRecorder } from './use-recorder';

const filled = {
  width: 40,
  height: 40,
  borderRadius: '50%',
  flex: 'none',
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  '&:hover': { bgcolor: 'primary.dark' },
  '&.Mui-disabled': { bgcolor: 'atende.hover' },
} as const;

function Recording({ recorder }: { recorder: Recorder }) {
  const translate = useTranslate();
  const seconds = recorder.seconds ?? 0;
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <IconButton aria-label={translate('workspace.sandbox.cancel')} onClick={recorder.cancel}>
        <Delete />
      </IconButton>
      <Box role="status" sx={{ flex: 1, color: 'error.main', fontWeight: 600 }}>
        {translate('workspace.sandbox.recording', { time })}
      </Box>
      <IconButton aria-label={translate('workspace.sandbox.stop')} onClick={recorder.finish} sx={filled}>
        <Send sx={{ fontSize: 20 }} />
      </IconButton>
    </Box>
  );
}

interface SandboxComposerProps {
  busy: boolean;
  onSend: (message: Omit<Outgoing, 'quotedId'>) => Promise<boolean>;
}

/** Where the customer writes, sends pictures and speaks. */
export function SandboxComposer({ busy, onSend }: SandboxComposerProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const recorder = useRecorder(
    (file) => void onSend({ body: '', file }),
    () => notify('workspace.sandbox.no_microphone', { type: 'warning' }),
  );
  async function write() {
    const body = text.trim();
    if (body === '' || busy) return;
    setText('');
    // What could not be sent is given back, unless something else is being written.
    if (!(await onSend({ body, file: null }))) setText((current) => current || body);
  }
  async function sendFiles(files: File[]) {
    for (const file of files) await onSend({ body: '', file });
  }
  if (recorder.seconds !== null) return <Recording recorder={recorder} />;
  const speaks = text.trim() === '' && recorder.able;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5 }}>
      <FileButton
        label={translate('workspace.sandbox.attach')}
        icon={<AttachFile sx={{ fontSize: 20 }} />}
        disabled={busy}
        onFiles={(files) => void sendFiles(files)}
      />
      <ComposerField
        field={field}
        value={text}
        label={translate('workspace.sandbox.placeholder')}
        placeholder={translate('workspace.sandbox.placeholder')}
        onChange={setText}
        onEnter={() => void write()}
        onFiles={(files) => void sendFiles(files)}
      />
      {speaks ? (
        <IconButton
          aria-label={translate('workspace.sandbox.record')}
          disabled={busy}
          onClick={() => void recorder.start()}
          sx={filled}
        >
          <Mic sx={{ fontSize: 22 }} />
        </IconButton>
      ) : (
        <IconButton
          aria-label={translate('workspace.sandbox.send')}
          disabled={busy || text.trim() === ''}
          onClick={() => void write()}
          sx={filled}
        >
          <Send sx={{ fontSize: 20 }} />
        </IconButton>
      )}
    </Box>
  );
}
