import AttachFile from '@mui/icons-material/AttachFileOutlined';
import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FileButton, SendButton } from '../../../conversation/ui/composer/composer-buttons';
import { ComposerField } from '../../../conversation/ui/composer/composer-field';
import { useRecorder } from '../../../conversation/ui/recorder/use-recorder';
import { MicButton, VoiceBar } from '../../../conversation/ui/recorder/voice-bar';
import type { Outgoing } from './api';

interface SandboxComposerProps {
  recorderKey: string;
  busy: boolean;
  onSend: (message: Omit<Outgoing, 'quotedId'>) => Promise<boolean>;
  onTyping: () => void;
}

export function SandboxComposer({ recorderKey, busy, onSend, onTyping }: SandboxComposerProps) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const recorder = useRecorder({
    key: recorderKey,
    onSend: ({ file, localUrl }) => {
      URL.revokeObjectURL(localUrl);
      void onSend({ body: '', file });
    },
  });
  async function write() {
    const body = text.trim();
    if (body === '' || busy) return;
    setText('');
    // restores an unsent text, unless something else has been typed
    if (!(await onSend({ body, file: null }))) setText((current) => current || body);
  }
  async function sendFiles(files: File[]) {
    for (const file of files) await onSend({ body: '', file });
  }
  if (recorder.recording) return <VoiceBar recorder={recorder} recording={recorder.recording} />;
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 0.5 }}>
      <FileButton
        label={translate('workspace.sandbox.attach')}
        icon={<AttachFile />}
        disabled={busy}
        onFiles={(files) => void sendFiles(files)}
      />
      <ComposerField
        field={field}
        value={text}
        label={translate('workspace.sandbox.placeholder')}
        placeholder={translate('workspace.sandbox.placeholder')}
        onChange={(value) => {
          setText(value);
          if (value !== '') onTyping();
        }}
        onEnter={() => void write()}
        onFiles={(files) => void sendFiles(files)}
      />
      {text.trim() === '' ? (
        <MicButton recorder={recorder} disabled={busy} />
      ) : (
        <SendButton aria-label={translate('workspace.sandbox.send')} disabled={busy} onClick={() => void write()} />
      )}
    </Box>
  );
}
