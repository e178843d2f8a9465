import { api } from '../../../providers/http';
import type { QuickMessage } from '../model/quick-message';

/** What may be suggested to this user: active ones of their own and of the company. */
export function fetchQuickMessages(signal?: AbortSignal): Promise<QuickMessage[]> {
  return api('/quick-messages/list', { signal });
}

/** The file of a quick message. @throws when there is none, or its address is past its time. */
export async function fetchQuickFile(message: QuickMessage, signal: AbortSignal): Promise<File> {
  const { mediaPath, mediaName, mediaMime, shortcode } = message;
  const { pathname, search } = new URL(mediaPath ?? '', window.location.href);
  // by its path: the page may be open under another name of the server than its public one
  const response = await fetch(pathname + search, { signal });
  if (mediaPath === null || !response.ok) throw new Error(`No file of /${shortcode}: ${response.status}`);
  return new File([await response.blob()], mediaName ?? shortcode, { type: mediaMime ?? '' });
}
