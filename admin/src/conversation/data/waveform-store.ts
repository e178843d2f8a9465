import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { peaksOf } from '../model/waveform';

export interface Waveform {
  /** undefined if the file is too large or cannot be decoded. */
  peaks: readonly number[] | undefined;
  seconds: number;
}

export const BARS = 44;
/** About two minutes at 128 kbit/s, or eight minutes of a voice message from a phone. */
const MAX_DECODED_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const DAY_MS = 86_400_000;

/** Waveforms of own recordings, measured while recording, by the address of the file. */
export const recordedWaveforms = new Map<string, Waveform>();

async function decodeWaveform(src: string, signal: AbortSignal): Promise<Waveform | null> {
  const response = await fetch(src, { signal });
  const size = Number(response.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  if (!response.ok || size > MAX_DECODED_BYTES) {
    await response.body?.cancel();
    return null;
  }
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await response.arrayBuffer());
  return { peaks: peaksOf(sound.getChannelData(0), BARS), seconds: sound.duration };
}

class NotPlayable extends Error {}

/** Loads only the metadata of the file. */
function readDuration(src: string, signal: AbortSignal): Promise<Waveform> {
  const { promise, resolve, reject } = Promise.withResolvers<Waveform>();
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.onloadedmetadata = () =>
    resolve({ peaks: undefined, seconds: Number.isFinite(audio.duration) ? audio.duration : 0 });
  audio.onerror = () => reject(new NotPlayable());
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  audio.src = src;
  return promise.finally(() => audio.removeAttribute('src'));
}

async function load(src: string, unwanted: AbortSignal): Promise<Waveform> {
  unwanted.throwIfAborted();
  const signal = AbortSignal.any([unwanted, AbortSignal.timeout(TIMEOUT_MS)]);
  // local files keep their waveform, or exist too briefly to be decoded
  const shape = src.startsWith('blob:') ? null : await decodeWaveform(src, signal).catch(() => null);
  signal.throwIfAborted();
  return shape ?? readDuration(src, signal);
}

let queue: Promise<unknown> = Promise.resolve();

/** Loads one at a time, so that many voice messages do not block the page; aborted when scrolled away. */
function loadInTurn(src: string, signal: AbortSignal): Promise<Waveform> {
  const mine = queue.then(() => load(src, signal));
  queue = mine.catch(() => undefined);
  return mine;
}

/** `waveform` is undefined until loaded; without peaks a plain bar is shown. `failed` means nothing to play. */
export function useWaveform(src: string | null): {
  waveform: Waveform | undefined;
  failed: boolean;
  retry: () => void;
} {
  const { data, error, refetch } = useQuery({
    // the signature in an address changes daily, but the file does not
    queryKey: ['waveform', src?.replace(/\?.*$/, '')],
    queryFn: ({ signal }) => loadInTurn(src ?? '', signal),
    enabled: src !== null,
    initialData: () => recordedWaveforms.get(src ?? ''),
    // keeps the waveform when a local address is replaced by the server's
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: DAY_MS,
  });
  return { waveform: data, failed: error instanceof NotPlayable, retry: () => void refetch() };
}
