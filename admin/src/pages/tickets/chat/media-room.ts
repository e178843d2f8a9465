import { sizeOf } from '../model/message-data';
import type { Message } from '../model/types';

const WIDTH = 300;
const SMALLEST = 96;
const NARROWEST = 0.7;
const WIDEST = 2.4;

/** The room of a picture or a video in its bubble, before anything of it is there: what loads moves nothing. */
export function roomOf(message: Message, usual: number): { width: number; aspectRatio: string } {
  const size = sizeOf(message);
  const ratio = size ? size.width / size.height : usual;
  return {
    width: size ? Math.min(WIDTH, Math.max(SMALLEST, size.width)) : WIDTH,
    aspectRatio: String(Math.min(WIDEST, Math.max(NARROWEST, ratio))),
  };
}
