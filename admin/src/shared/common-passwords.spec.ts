import { isCommonPassword } from './common-passwords';

test.each([
  '123456',
  '12345678',
  '111111',
  'senha',
  'Senha123',
  'senha@2024',
  'brasil10',
  'Flamengo',
  'qwerty',
  '1q2w3e4r',
  'PASSWORD!',
  '123mudar',
])('%s is common', (password) => expect(isCommonPassword(password)).toBe(true));

test.each(['', 'senha-de-teste', 'vaso azul quadrado', 'Xk8#plum', '5511987654321', 'cavalo-bateria-grampo'])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
