import { lazy, Suspense } from 'react';
import { shownAs } from '../../model/message-data';
import type { Message } from '../../model/types';

const Gallery = lazy(() => import('./gallery'));
const PdfDialog = lazy(() => import('./pdf-dialog'));

interface MediaViewerProps {
  message: Message;
  /** The loaded conversation, for the pictures and videos around it. */
  messages: readonly Message[];
  onClose: () => void;
}

/** What somebody opened of a conversation, large. */
export function MediaViewer({ message, messages, onClose }: MediaViewerProps) {
  return (
    <Suspense>
      {shownAs(message) === 'pdf' ? (
        <PdfDialog message={message} onClose={onClose} />
      ) : (
        <Gallery message={message} messages={messages} onClose={onClose} />
      )}
    </Suspense>
  );
}
