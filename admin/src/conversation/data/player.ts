import { createListeners } from '../../providers/listeners';
import { preferences } from '../../providers/preferences';

/** The `id` stays the same when `src` changes. */
export interface Track {
  id: string;
  src: string;
  /** The track to play after this one. */
  next: () => Track | null;
}

export interface Playback {
  on: boolean;
  /** The position in seconds. */
  at: number;
  length: number;
  /** true if the file could not be loaded. */
  failed: boolean;
}

const STOPPED: Playback = { on: false, at: 0, length: 0, failed: false };

// One track at a time plays on the whole page, even while its bubble is scrolled out of view.
const audio = new Audio();
const listeners = createListeners();
const states = new Map<string, Playback>();
let track: Track | null = null;

const stateOf = (id: string) => states.get(id) ?? STOPPED;

function change(id: string, patch: Partial<Playback>) {
  states.set(id, { ...stateOf(id), ...patch });
  listeners.notify();
}

const changeCurrent = (patch: Partial<Playback>) => track && change(track.id, patch);

async function play(next: Track) {
  if (track?.id !== next.id) {
    changeCurrent({ on: false });
    track = next;
    audio.src = next.src;
    audio.currentTime = stateOf(next.id).at;
  }
  track = next;
  change(next.id, { failed: false });
  audio.playbackRate = preferences.audioSpeed.get();
  try {
    await audio.play();
  } catch {
    // the browser refused to play, or another track was started
    if (audio.paused || track !== next) change(next.id, { on: false });
  }
}

function ended() {
  const finished = track;
  if (!finished) return;
  change(finished.id, { on: false, at: 0 });
  const next = finished.next();
  if (next) void play(next);
}

/** An error does not pause the element; the next attempt sets the address again. */
function failed() {
  changeCurrent({ on: false, failed: true });
  track = null;
}

const length = () => Number.isFinite(audio.duration) && changeCurrent({ length: audio.duration });

audio.addEventListener('play', () => changeCurrent({ on: true }));
audio.addEventListener('pause', () => changeCurrent({ on: false }));
audio.addEventListener('timeupdate', () => changeCurrent({ at: audio.currentTime }));
audio.addEventListener('durationchange', length);
audio.addEventListener('ended', ended);
audio.addEventListener('error', failed);
preferences.audioSpeed.subscribe(() => {
  audio.playbackRate = preferences.audioSpeed.get();
});

export const player = {
  toggle(next: Track) {
    if (track?.id === next.id && !audio.paused) audio.pause();
    else void play(next);
  },
  seek(id: string, to: number) {
    if (track?.id === id) audio.currentTime = to;
    change(id, { at: to });
  },
  pause: () => audio.pause(),
  /** Stops a track whose file was deleted. */
  stop(id: string) {
    if (track?.id !== id) return;
    audio.pause();
    audio.removeAttribute('src');
    track = null;
    states.delete(id);
  },
  state: stateOf,
  subscribe: listeners.subscribe,
};
