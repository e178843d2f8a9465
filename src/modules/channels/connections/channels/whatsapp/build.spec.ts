import { Readable } from 'node:stream';
import type { OutboundMessage } from '../channel.js';
import { contentOf } from './build.js';

const message: OutboundMessage = {
  messageId: 1,
  to: '5511977770001',
  type: 'chat',
  body: 'olá',
  media: null,
  quotedProviderId: null,
  voice: false,
};
const media = { key: 'k', mime: 'application/pdf', name: 'a.pdf', size: 1, open: async () => Readable.from(['x']) };
const stream = expect.any(Readable);

test.each<[string, Partial<OutboundMessage>, object]>([
  ['a text', {}, { text: 'olá' }],
  ['a forwarded text', { forwarded: true }, { text: 'olá', contextInfo: { isForwarded: true, forwardingScore: 1 } }],
  ['a picture', { type: 'image', media }, { image: { stream }, caption: 'olá', mimetype: 'application/pdf' }],
  ['a video without a caption', { type: 'video', media, body: '' }, { video: { stream }, mimetype: 'application/pdf' }],
  [
    'a recording',
    { type: 'audio', media, voice: true },
    { audio: { stream }, ptt: true, mimetype: 'audio/ogg; codecs=opus' },
  ],
  ['an audio file', { type: 'audio', media }, { audio: { stream }, ptt: false, mimetype: 'application/pdf' }],
  [
    'a forwarded recording',
    { type: 'audio', media, voice: true, forwarded: true },
    {
      audio: { stream },
      ptt: true,
      mimetype: 'audio/ogg; codecs=opus',
      contextInfo: { isForwarded: true, forwardingScore: 1 },
    },
  ],
  ['a sticker', { type: 'sticker', media }, { sticker: { stream }, mimetype: 'application/pdf' }],
  [
    'a document',
    { type: 'application', media },
    { document: { stream }, fileName: 'a.pdf', caption: 'olá', mimetype: 'application/pdf' },
  ],
])('%s', async (_name, more, expected) => {
  expect(await contentOf({ ...message, ...more })).toEqual(expected);
});
