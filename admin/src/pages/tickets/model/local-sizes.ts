/** Pixels of a picture or a video as it is looked at. */
export interface Size {
  width: number;
  height: number;
}

const most = 200;
const sizes = new Map<string, Size>();

/** Of a file that was sent from here, by the id of its sending: the server measures it only afterwards. */
export function keepLocalSize(clientMessageId: string, size: Size): void {
  sizes.set(clientMessageId, size);
  const [oldest] = sizes.keys();
  if (sizes.size > most && oldest !== undefined) sizes.delete(oldest);
}

export function localSizeOf(clientMessageId: string | null): Size | null {
  return (clientMessageId !== null && sizes.get(clientMessageId)) || null;
}
