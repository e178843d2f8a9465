import { expect, it } from '@jest/globals';
import { relativeMedia } from './media-addresses';

const path = `/media/7/2026/a.png?e=20800&n=Foto+1.png&s=${'s'.repeat(43)}`;

it('media of ours are asked for where the page is, everything else stays', () => {
  const at = (origin: string) => [
    { id: 1, mediaUrl: origin + path, body: origin + path, contact: { profilePicUrl: origin + path } },
    { id: 2, mediaUrl: null, mediaPath: `${origin}/media/7/a.png`, url: 'https://exemplo.com/media/x?e=1&s=2' },
  ];
  const [first, second] = at('');
  expect(relativeMedia(at('https://atende.example'))).toEqual([
    { ...first, body: `https://atende.example${path}` },
    { ...second, mediaPath: 'https://atende.example/media/7/a.png' },
  ]);
});
