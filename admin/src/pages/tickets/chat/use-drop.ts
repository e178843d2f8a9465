import { type DragEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes files that are dropped anywhere on the conversation. */
export function useDrop(enabled: boolean, onFiles: (files: File[]) => void) {
  const [depth, setDepth] = useState(0);
  const handlers = {
    onDragEnter: (event: DragEvent) => hasFiles(event) && setDepth((current) => current + 1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && setDepth((current) => Math.max(0, current - 1)),
    onDragOver(event: DragEvent) {
      // Without this the browser would leave the page for the file.
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDepth(0);
      if (enabled) onFiles([...event.dataTransfer.files]);
    },
  };
  return { over: enabled && depth > 0, handlers };
}
