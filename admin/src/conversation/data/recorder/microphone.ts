import { MicrophoneError, type MicrophoneErrorReason } from '../../model/recording';
import { loudness } from '../../model/waveform';
import type { EncoderMessage } from './mp3.worker';
import workletUrl from './pcm.worklet?worker&url';

const reasonByErrorName: Readonly<Record<string, MicrophoneErrorReason>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'taken',
  AbortError: 'taken',
};

interface EncodedSound {
  parts: Uint8Array<ArrayBuffer>[];
  /** The loudness of each block of samples. */
  levels: readonly number[];
  seconds: number;
}

/** A recording that runs until one of these is called. */
export interface Microphone {
  stop(): Promise<EncodedSound>;
  cancel(): void;
}

interface MicrophoneListener {
  onLevel: (level: number, seconds: number) => void;
  /** Called when the microphone is unplugged or its permission is revoked. */
  onLost: () => void;
}

async function requestStream(): Promise<MediaStream> {
  // browsers offer neither on plain HTTP, except on localhost
  if (!navigator.mediaDevices || typeof AudioWorkletNode === 'undefined') throw new MicrophoneError('insecure');
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  } catch (error) {
    throw new MicrophoneError(reasonByErrorName[error instanceof Error ? error.name : ''] ?? 'failed');
  }
}

/** Starts the encoder in a worker. */
function startEncoder(rate: number) {
  const worker = new Worker(new URL('./mp3.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<EncodedSound['parts']>();
  // after cancel() nothing awaits the promise
  promise.catch(() => undefined);
  worker.onmessage = ({ data }: MessageEvent<EncodedSound['parts']>) => resolve(data);
  worker.onerror = () => reject(new MicrophoneError('failed'));
  const send = (message: EncoderMessage, moved: Transferable[] = []) => worker.postMessage(message, moved);
  send(rate);
  return {
    add: (block: Float32Array<ArrayBuffer>) => send(block, [block.buffer]),
    end() {
      send(null);
      return promise.finally(() => worker.terminate());
    },
    cancel: () => worker.terminate(),
  };
}

async function connectWorklet(context: AudioContext, stream: MediaStream): Promise<AudioWorkletNode> {
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, 'pcm', { channelCount: 1, channelCountMode: 'explicit' });
  // browsers run only nodes that are connected to the output; this one stays silent
  context.createMediaStreamSource(stream).connect(node).connect(context.destination);
  // browsers suspend the context on a page without user interaction
  void context.resume();
  return node;
}

/** Asks for the microphone and encodes while recording. @throws MicrophoneError */
export async function openMicrophone({ onLevel, onLost }: MicrophoneListener): Promise<Microphone> {
  const stream = await requestStream();
  const context = new AudioContext();
  const rate = context.sampleRate;
  const mp3 = startEncoder(rate);
  const levels: number[] = [];
  let samples = 0;
  function close() {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  }
  try {
    const node = await connectWorklet(context, stream);
    node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
      samples += data.length;
      const level = loudness(data);
      levels.push(level);
      mp3.add(data);
      onLevel(level, samples / rate);
    };
    for (const track of stream.getTracks()) track.onended = onLost;
    return {
      async stop() {
        node.port.onmessage = null;
        close();
        return { parts: await mp3.end(), levels, seconds: samples / rate };
      },
      cancel() {
        node.port.onmessage = null;
        close();
        mp3.cancel();
      },
    };
  } catch {
    close();
    mp3.cancel();
    throw new MicrophoneError('failed');
  }
}
