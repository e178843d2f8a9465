import { videoCode } from './video-code.js';

const code = 'aqz-KE-bpKQ';

test.each([
  code,
  ` ${code} `,
  `https://www.youtube.com/watch?v=${code}`,
  `https://www.youtube.com/watch?app=desktop&v=${code}&t=42s#end`,
  `youtube.com/watch?v=${code}`,
  `https://m.youtube.com/watch?v=${code}`,
  `https://youtu.be/${code}?si=abc`,
  `https://www.youtube.com/embed/${code}`,
  `https://www.youtube-nocookie.com/embed/${code}?rel=0`,
  `https://www.youtube.com/shorts/${code}`,
  `https://www.youtube.com/live/${code}?feature=share`,
])('%s', (text) => {
  expect(videoCode(text)).toBe(code);
});

test.each(['https://vimeo.com/12345678901', `https://youtube.com.evil.test/${code}`, 'no code'])(
  '%s is left as it is, to be refused',
  (text) => {
    expect(videoCode(text)).toBe(text);
  },
);
