import { t } from '../../../../../../core/i18n.js';
import type { ChannelConnection, ConnectionCheck, ProviderAccount, ProviderFailure } from '../../channel.js';
import { GraphRefusal, refusalOfFailure, repeatable, type SendRefusal } from '../errors.js';
import type { GraphAnswer, GraphClient } from '../graph-client.js';
import { asIdentifier, asNumber, asObject, asObjects, asText, type Json } from '../json-readers.js';
import { accountNotVisible, refusalOfAnswer } from './error-table.js';
import type { PageProduct } from './parse.js';

/** A page, or the Instagram account that is linked to it, and the token that sends for it. */
export interface PageAccount extends ProviderAccount {
  /** The account name that customers see; null for a page, which has only `name`. */
  readonly handle: string | null;
  readonly pageId: string;
  readonly token: string;
}

const tokenMissing: SendRefusal = {
  ok: false,
  kind: 'auth',
  code: 'credentials_missing',
  text: t(
    'Informe o token de acesso da conexão.',
    'Give the access token of the connection.',
    'Indique el token de acceso de la conexión.',
  ),
};

const nothingVisible: SendRefusal = {
  ok: false,
  kind: 'auth',
  code: 'no_accounts',
  text: t(
    'O token não vê nenhuma página ou conta profissional. Confira as permissões do token na Meta.',
    'The token sees no page or professional account. Check the permissions of the token at Meta.',
    'El token no ve ninguna página ni cuenta profesional. Compruebe los permisos del token en Meta.',
  ),
};

const notSubscribed: ProviderFailure = {
  code: 'not_subscribed',
  text: t(
    'Nenhum aplicativo está inscrito na página: as mensagens dos clientes não chegarão.',
    'No app is subscribed to the page: what customers write will not arrive.',
    'Ninguna aplicación está suscrita a la página: los mensajes de los clientes no llegarán.',
  ),
};

const choose = (accounts: readonly ProviderAccount[]): ConnectionCheck => {
  const names = accounts.map(({ id, name }) => `${name} (${id})`).join(', ');
  const text = t(
    `Escolha a página ou conta desta conexão: ${names}.`,
    `Choose the page or account of this connection: ${names}.`,
    `Elija la página o cuenta de esta conexión: ${names}.`,
  );
  return { ok: false, kind: 'auth', code: 'account_not_chosen', text, accounts };
};

const fields = 'id,name,instagram_business_account{id,username}';

/** @throws GraphRefusal */
export function tokenOf({ credentials }: ChannelConnection): string {
  if (credentials['token']) return credentials['token'];
  throw new GraphRefusal(tokenMissing);
}

/** The accounts that a token may use: all of a user or system user, or the one of a page. @throws GraphRefusal */
export async function accountsOf(graph: GraphClient, product: PageProduct, token: string): Promise<PageAccount[]> {
  const listed = await graph.get(token, `me/accounts?fields=${encodeURIComponent(`${fields},access_token`)}&limit=100`);
  // the token of a page cannot list accounts
  const answer = isUnknownField(listed) ? await graph.get(token, `me?fields=${encodeURIComponent(fields)}`) : listed;
  if (answer.status !== 200) throw new GraphRefusal(repeatable(refusalOfAnswer(answer.status, answer.body)));
  const pages = answer === listed ? asObjects(asObject(answer.body)?.['data']) : [asObject(answer.body)];
  return pages.flatMap((page) => (page ? accountOf(page, product, token) : []));
}

const isUnknownField = ({ status, body }: GraphAnswer): boolean =>
  status === 400 && asNumber(asObject(asObject(body)?.['error'])?.['code']) === 100;

function accountOf(page: Json, { channel }: PageProduct, fallback: string): PageAccount[] {
  const pageId = asIdentifier(page['id'], 50);
  const name = asText(page['name']) ?? pageId;
  if (pageId === null || name === null) return [];
  const token = asText(page['access_token']) ?? fallback;
  if (channel === 'facebook') return [{ id: pageId, name, handle: null, pageId, token }];
  const instagram = asObject(page['instagram_business_account']);
  const id = asIdentifier(instagram?.['id'], 50);
  const username = asText(instagram?.['username']);
  const handle = username === null ? null : `@${username}`;
  return id === null ? [] : [{ id, name: handle ?? name, handle, pageId, token }];
}

/** Whether the token has access to the account, and whether an app receives its messages. */
export async function checkAccount(
  graph: GraphClient,
  product: PageProduct,
  connection: ChannelConnection,
): Promise<ConnectionCheck> {
  try {
    const accounts = await accountsOf(graph, product, tokenOf(connection));
    const chosen = connection.credentials['accountId'];
    if (accounts.length === 0) return nothingVisible;
    if (!chosen && accounts.length > 1) return choose(accounts.map(({ id, name }) => ({ id, name })));
    const account = chosen ? accounts.find(({ id }) => id === chosen) : accounts[0];
    if (!account) return { ok: false, kind: 'auth', code: '100', text: accountNotVisible.text };
    const { id, name, handle, pageId, token } = account;
    const apps = await graph.get(token, `${encodeURIComponent(pageId)}/subscribed_apps`);
    if (apps.status !== 200) return repeatable(refusalOfAnswer(apps.status, apps.body));
    const problem = asObjects(asObject(apps.body)?.['data']).length === 0 ? notSubscribed : null;
    const facts = { number: handle, name, quality: null, messagesPerSecond: null, messagingLimit: null };
    return { ok: true, facts, problem, accountId: id };
  } catch (error) {
    return refusalOfFailure(error, 'preparing');
  }
}
