import { parseRating, parseRatingButton } from './rating-scale.js';

test.each([
  ['1', 1],
  [' 2 ', 2],
  ['3.', 3],
  ['3)', 3],
  ['*2*', 2],
  ['3\ufe0f\u20e3', 3],
  ['２', 2],
  ['Insatisfeito', 1],
  ['MUITO SATISFEITO', 3],
])('%j is the rating %d', (body, rating) => expect(parseRating(body)).toBe(rating));

test.each(['', '0', '4', '12', '1 2', '2 unidades', '3,5', '-1', 'nota 3', 'satisfeita com tudo', '³³'])(
  '%j is a message like any other',
  (body) => expect(parseRating(body)).toBeUndefined(),
);

test('a button names its attendance; other buttons rate nothing', () => {
  expect(parseRatingButton('rating:41:3')).toEqual({ cycleId: 41, rating: 3 });
  for (const id of ['rating:41:4', 'rating::1', 'x rating:41:1', '3', 3, null, undefined])
    expect(parseRatingButton(id)).toBeUndefined();
});
