import {
  accountRate,
  auth,
  type GraphErrorMeaning,
  malformed,
  permanent,
  providerUnavailable,
  restricting,
  tokenExpired,
  withDetails,
} from '../error-meanings.js';
import { graphErrorReader } from '../errors.js';
import { asNumber } from '../json-readers.js';

/** The customer's last message is older than Meta allows for a reply. */
export const windowClosed = permanent(
  'O prazo da Meta para responder a este contato acabou. Só é possível escrever depois de uma nova mensagem dele.',
  'The time that Meta allows for answering this contact is over. You can write again after their next message.',
  'El plazo de Meta para responder a este contacto terminó. Solo se puede escribir tras un nuevo mensaje suyo.',
);

/** The page or account does not exist, or the token has no access to it. */
export const accountNotVisible = auth(
  'O token não vê a página ou conta escolhida. Confira o ID e as permissões do token na Meta.',
  'The token does not see the page or account chosen. Check the ID and the permissions of the token at Meta.',
  'El token no ve la página o cuenta elegida. Compruebe el ID y los permisos del token en Meta.',
);

/** Meta returns this code also when only a single person may not be contacted. */
export const permissionMissing = auth(
  'O token não tem permissão para mensagens desta página ou conta. Revise as permissões do aplicativo na Meta.',
  'The token has no permission for messages of this page or account. Review the permissions of the app at Meta.',
  'El token no tiene permiso para mensajes de esta página o cuenta. Revise los permisos de la aplicación en Meta.',
);

const contactUnreachable = permanent(
  'O contato não pode receber mensagens: bloqueou a empresa, apagou a conta ou a conversa não existe mais.',
  'The contact cannot receive messages: they blocked the company, deleted the account, or the chat is gone.',
  'El contacto no puede recibir mensajes: bloqueó a la empresa, borró la cuenta o la conversación ya no existe.',
);

const fileRefused = withDetails(
  'A Meta não aceitou o arquivo: confira o formato e o tamanho.',
  'Meta did not accept the file: check its format and size.',
  'Meta no aceptó el archivo: compruebe el formato y el tamaño.',
);

/** Documented errors of the Messenger Platform by code, or by code and subcode when the subcode says more. */
export const pageErrors: Readonly<Record<string, GraphErrorMeaning>> = {
  0: tokenExpired,
  102: tokenExpired,
  190: tokenExpired,
  3: permissionMissing,
  10: permissionMissing,
  '10/2018108': contactUnreachable,
  '10/2018065': windowClosed,
  '10/2018278': windowClosed,
  '10/2534022': windowClosed,
  33: accountNotVisible,
  '100/33': accountNotVisible,

  4: accountRate(60_000),
  17: accountRate(60_000),
  32: accountRate(60_000),
  613: accountRate(10_000),
  80006: accountRate(300_000),

  1: providerUnavailable,
  2: providerUnavailable,
  1200: providerUnavailable,

  100: malformed,
  '100/2018001': contactUnreachable,
  '100/2534001': contactUnreachable,
  '100/2534014': contactUnreachable,
  551: contactUnreachable,
  '100/2018007': fileRefused,
  '100/2018008': fileRefused,
  '100/2018047': fileRefused,
  '100/2018109': fileRefused,
  '200/1545041': contactUnreachable,
  '200/2018028': permanent(
    'O aplicativo está em modo de desenvolvimento e só escreve para pessoas cadastradas nele.',
    'The app is in development mode and can only write to people who have a role on it.',
    'La aplicación está en modo de desarrollo y solo escribe a personas registradas en ella.',
  ),
  368: restricting(
    'A conta está temporariamente bloqueada por violar as políticas da Meta.',
    'The account is temporarily blocked for violating the policies of Meta.',
    'La cuenta está bloqueada temporalmente por infringir las políticas de Meta.',
  ),
};

/** The meaning of a documented code; null when it is not documented. */
export function meaningOf(code: string | number, subcode: number | null = null): GraphErrorMeaning | null {
  const found = pageErrors[`${code}/${subcode}`] ?? pageErrors[String(code)];
  if (found) return found;
  const value = asNumber(code);
  return value !== null && value >= 200 && value < 300 ? permissionMissing : null;
}

export const { failureOf, refusalOfAnswer, refusalOfMedia } = graphErrorReader(meaningOf);
