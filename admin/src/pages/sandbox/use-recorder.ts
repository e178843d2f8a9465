import { useEffect, useRef, useState } from 'react';

const TYPES = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

export interface Recorder {
  /** Whether this browser can record at all. */
  able: boolean;
  seconds: number | null;
  start(): Promise<void>;
  cancel(): void;
  finish(): void;
}

/** Records a voice message with the browser's own recorder. */
export function useRecorder(onFile: (file: File) => void, onRefused: () => void): Recorder {
  const able = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined;
  const recorder = useRef<MediaRecorder | null>(null);
  const keep = useRef(false);
  const [seconds, setSeconds] = useState<number | null>(null);
  const running = seconds !== null;
  useEffect(() => {
    if (!running) return undefined;
    const timer = window.setInterval(() => setSeconds((current) => (current === null ? null : current + 1)), 1000);
    return () => window.clearInterval(timer);
  }, [running]);
  useEffect(
    () => () => {
      keep.current = false;
      if (recorder.current?.state === 'recording') recorder.current.stop();
    },
    [],
  );

  async function start() {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
      const next = new MediaRecorder(stream, { mimeType });
      const parts: Blob[] = [];
      next.ondataavailable = ({ data }) => parts.push(data);
      next.onstop = () => {
        for (const track of stream.getTracks()) track.stop();
        setSeconds(null);
        const type = next.mimeType.split(';')[0] ?? 'audio/webm';
        if (keep.current) onFile(new File(parts, `voz.${type.split('/')[1]}`, { type }));
      };
      recorder.current = next;
      keep.current = false;
      next.start();
      setSeconds(0);
    } catch {
      // Refused by the person, or there is no microphone.
      onRefused();
    }
  }

  const stop = (kept: boolean) => {
    keep.current = kept;
    recorder.current?.stop();
  };
  return { able, seconds, start, cancel: () => stop(false), finish: () => stop(true) };
}
