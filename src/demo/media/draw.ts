import { type PictureName, picture, sticker } from './pictures.js';

/*
 * Draws what its parent asks for, one after the other, and ends when there is nothing more to draw. Started by
 * studio.ts; nothing to start by hand.
 */

export interface Drawing {
  readonly id: number;
  readonly name: PictureName | 'sticker';
}

const idleMs = 2_000;
let [waiting, turn] = [0, Promise.resolve()];
let idle = setTimeout(() => process.disconnect?.(), idleMs);

process.on('message', ({ id, name }: Drawing) => {
  clearTimeout(idle);
  waiting += 1;
  turn = turn.then(async () => {
    const bytes = name === 'sticker' ? await sticker() : await picture(name);
    process.send?.({ id, bytes });
    waiting -= 1;
    if (waiting === 0) idle = setTimeout(() => process.disconnect?.(), idleMs);
  });
});
