import { firstName } from './first-name';

test.each([
  ['🌸 Ana Paula', 'Ana'],
  ['Dr. João', 'João'],
  ['MARIA', 'Maria'],
  ['~Ju~', 'Ju'],
  ['J. Carlos', 'Carlos'],
  ['5511988887777', '5511988887777'],
])('the first name of %s is %s', (name, first) => {
  expect(firstName(name)).toBe(first);
});
