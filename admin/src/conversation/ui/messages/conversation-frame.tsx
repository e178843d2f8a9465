import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { lazyComponent } from '../../../shared/lazy-component';
import { type OutgoingMessage, useSendingVoice } from '../../data/outbox-store';
import { useRecording } from '../../data/recorder/recordings';
import type { ConversationKey } from '../../model/types';
import { DropOverlay, useAttachments, useDrop } from '../composer/file-drop';

const AttachDialog = lazyComponent(() => import('../composer/attach-dialog'));

interface ConversationFrameProps {
  conversation: ConversationKey;
  /** Of the composer, its focus and its recording. */
  draftKey: string;
  acceptsFiles: boolean;
  onSend: (message: Omit<OutgoingMessage, 'quoted'>) => void;
  /** Two rows. */
  header: ReactNode;
  composer: (addFiles: (files: File[], caption?: string) => void) => ReactNode;
  children: ReactNode;
}

/** Header, messages and composer of a conversation; files that are dropped on it are previewed and sent. */
export function ConversationFrame(props: ConversationFrameProps) {
  const { conversation, draftKey, acceptsFiles, onSend, header, composer, children } = props;
  const { files, setFiles, add, textOf } = useAttachments(draftKey);
  // as the composer: not while a voice message is recorded or sent
  const busy = [useSendingVoice(conversation), useRecording(draftKey) !== undefined].includes(true);
  const { over, handlers } = useDrop(acceptsFiles && !busy, add);
  return (
    <Box
      component="section"
      data-conversation={draftKey}
      {...handlers}
      sx={{
        position: 'relative',
        height: '100%',
        minWidth: 0,
        minHeight: 0,
        display: 'grid',
        gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
        gridTemplateColumns: 'minmax(0, 1fr)',
        bgcolor: 'atende.chat',
        containerType: 'inline-size',
        containerName: 'chat',
      }}
    >
      {header}
      {children}
      <Box sx={{ minWidth: 0 }}>{composer(add)}</Box>
      {over && <DropOverlay />}
      {files.length > 0 && (
        <AttachDialog
          files={files}
          textOf={textOf}
          onChange={setFiles}
          onAdd={add}
          onSend={(captioned) => {
            for (const { file, caption } of captioned) onSend({ body: caption, file });
            setFiles([]);
          }}
        />
      )}
    </Box>
  );
}
