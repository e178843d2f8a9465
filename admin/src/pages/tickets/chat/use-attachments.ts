import { useState } from 'react';
import { measured } from '../data/measured';

/** Files that wait to be sent, some of which come with a text. */
export function useAttachments() {
  const [files, setFiles] = useState<File[]>([]);
  const [texts] = useState(() => new WeakMap<File, string>());
  function add(added: File[], text = '') {
    const [first] = added;
    if (first && text !== '') texts.set(first, text);
    for (const file of added) void measured(file);
    setFiles((current) => [...current, ...added]);
  }
  return { files, setFiles, add, textOf: (file: File) => texts.get(file) ?? '' };
}
