import type { GraphAnswer, GraphRequest } from './graph-answers.js';
import { errorAnswer } from './graph-errors.js';
import { fieldsOf } from './json-object.js';
import { exchanged, type PageEvent, pageWebhook } from './page-events.js';
import type { PlatformState } from './platform-state.js';

export interface SimulatedPage {
  readonly pageId: string;
  readonly name: string;
  readonly token: string;
  readonly instagram?: { readonly id: string; readonly username: string };
  /** Whether an app is subscribed; by default it is. */
  readonly subscribed?: boolean;
  /** Whether its token has the permission for messages. */
  readonly mayMessage?: boolean;
}

export const defaultPage = {
  pageId: '108177215500001',
  name: 'Loja Simulada',
  token: 'EAAG-page-token',
  instagram: { id: '17841400008460056', username: 'loja.simulada' },
};
/** Of somebody who manages all pages. */
export const userToken = 'EAAG-user-token';

export type PageObject = 'page' | 'instagram';

interface Customer {
  readonly id: string;
  /** By default through the page. */
  readonly object?: PageObject;
  readonly at?: number;
  readonly standby?: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;
const ok = (body: unknown): GraphAnswer => ({ kind: 'json', status: 200, body });
/** Without the details that only WhatsApp has. */
function refuse(code: number, details?: string, subcode?: number): GraphAnswer {
  const { status, body } = errorAnswer(code, details, subcode);
  const { error_data: _, message, ...error } = body.error;
  return {
    kind: 'json',
    status,
    code,
    body: { error: { ...error, message: details ? `(#${code}) ${details}` : message } },
  };
}

/** The Messenger Platform as documented: conversations of pages and of the Instagram accounts linked to them. */
export class PagePlatform {
  readonly pages: SimulatedPage[] = [defaultPage];
  /** Profiles by the id of the customer; others refuse theirs. */
  readonly profiles = new Map<string, Readonly<Record<string, unknown>>>();
  /** Code and subcode with which messages to a customer are refused. */
  readonly refusals = new Map<string, readonly [code: number, subcode?: number]>();
  /** Texts that are refused. */
  readonly refusedTexts = new Set<unknown>();
  /** Bodies of accepted sender actions. */
  readonly actions: Record<string, unknown>[] = [];
  /** Whether Meta has approved the tag HUMAN_AGENT. */
  humanAgent = false;
  private readonly lastInboundAt = new Map<string, number>();
  private ids = 0;

  constructor(private readonly state: PlatformState) {}

  /** Address of a file that a customer sends. */
  hostFile(origin: string, bytes: Buffer, mime: string): string {
    return `${origin}/cdn/${this.state.media.add(bytes, mime, null).id}`;
  }

  /** A customer does something; repeated, it is the same again. */
  customerSends(
    { id, object = 'page', at = this.state.options.now(), standby = false }: Customer,
    event: PageEvent,
  ): void {
    this.lastInboundAt.set(id, Math.max(at, this.lastInboundAt.get(id) ?? 0));
    const accountId = this.accountId(object);
    const sent = exchanged({ sender: id, recipient: accountId, timestamp: at }, event);
    this.state.webhooks.addBody(pageWebhook(object, accountId, [sent], standby ? 'standby' : 'messaging'));
  }

  /** The page answers from another device. */
  pageSends(to: string, object: PageObject, content: Readonly<Record<string, unknown>>): void {
    const accountId = this.accountId(object);
    const exchange = { sender: accountId, recipient: to, timestamp: this.state.options.now() };
    const message = exchanged(exchange, { message: { is_echo: true, ...content } });
    this.state.webhooks.addBody(pageWebhook(object, accountId, [message]));
  }

  /** null: the request is none of a page. */
  async answer(request: GraphRequest, origin: string): Promise<GraphAnswer | null> {
    const { method, url, token } = request;
    const [, version = '', id = '', edge = ''] = url.pathname.split('/');
    if (version === 'cdn') return this.download(id);
    const isUser = token === userToken;
    const page = this.pages.find((each) => each.token === token);
    if (!isUser && !page) return null;
    if (token !== null && this.state.revokedTokens.has(token)) return refuse(190);
    if (isUser) return id === 'me' && edge === 'accounts' ? ok({ data: this.pages.map(described) }) : refuse(10);
    if (!page) return null;
    if (id === 'me' && edge === 'accounts')
      return refuse(100, 'Tried accessing nonexisting field (accounts) on node type (Page)');
    if (id === 'me' && edge === '') return ok({ ...described(page), access_token: undefined });
    if (id !== page.pageId) return this.profile(id);
    if (edge === 'subscribed_apps' && page.mayMessage === false) return refuse(200, 'Missing permission');
    if (edge === 'subscribed_apps') return ok({ data: page.subscribed === false ? [] : [{ id: '67084829' }] });
    if (method === 'POST' && edge === 'message_attachments') return this.upload(request);
    if (method === 'POST' && edge === 'messages') return this.message(request, page, origin);
    return refuse(100, 'Unsupported request', 33);
  }

  private accountId(object: PageObject): string {
    return object === 'page' ? defaultPage.pageId : defaultPage.instagram.id;
  }

  private profile(id: string): GraphAnswer {
    const profile = this.profiles.get(id);
    return profile ? ok({ ...profile, id }) : refuse(230, 'User consent is required to access user profile');
  }

  private download(id: string): GraphAnswer {
    const file = this.state.media.get(id);
    return file ? { kind: 'bytes', bytes: file.bytes, mime: file.mime } : { kind: 'json', status: 404, body: '' };
  }

  private async upload({ body, contentType }: GraphRequest): Promise<GraphAnswer> {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const file = form.get('filedata');
    const attachment = fieldsOf(fieldsOf(JSON.parse(String(form.get('message'))))?.['attachment']);
    if (!(file instanceof File) || typeof attachment?.['type'] !== 'string') return refuse(100, 'Missing file');
    if (!['image', 'audio', 'video', 'file'].includes(attachment['type'])) return refuse(100, 'Unknown type');
    const stored = this.state.media.add(Buffer.from(await file.arrayBuffer()), file.type, file.name);
    return ok({ attachment_id: stored.id });
  }

  private message({ body: bytes }: GraphRequest, page: SimulatedPage, origin: string): GraphAnswer {
    const body = fieldsOf(JSON.parse(bytes.toString('utf8'))) ?? {};
    const to = String(fieldsOf(body['recipient'])?.['id']);
    const object = this.objectOf(to);
    if (body['sender_action'] !== undefined) {
      this.actions.push(body);
      return ok({ recipient_id: to });
    }
    const fault = this.state.faults.takeFault(this.state.random);
    if (fault === 'drop-before') return { kind: 'drop' };
    const refusal = this.refusals.get(to);
    if (refusal) return refuse(refusal[0], undefined, refusal[1]);
    const message = fieldsOf(body['message']) ?? {};
    const text = message['text'];
    const limit = object === 'instagram' ? 1_000 : 2_000;
    if (typeof text === 'string' && Buffer.byteLength(text) > limit) return refuse(100, `Must be at most ${limit}`);
    if (this.refusedTexts.has(text)) return refuse(100, 'Invalid text');
    const payload = fieldsOf(fieldsOf(message['attachment'])?.['payload']);
    if (payload && !this.state.media.get(String(payload['attachment_id']))) return refuse(100, 'No such attachment');
    if ((text === undefined) === (payload === null)) return refuse(100, 'Either text or attachment');
    const age = this.state.options.now() - (this.lastInboundAt.get(to) ?? 0);
    const tagged = body['tag'] === 'HUMAN_AGENT' && body['messaging_type'] === 'MESSAGE_TAG';
    if (tagged && !this.humanAgent) return refuse(10, 'Your use of Human Agent must be approved by Facebook.');
    if (age > (tagged ? 7 : 1) * dayMs)
      return refuse(10, 'This message is sent outside of allowed window.', object === 'page' ? 2018278 : 2534022);
    const mid = this.accept(page, object, to, body);
    this.echo({ mid, object, to, origin }, message);
    return fault === 'accept-then-drop' ? { kind: 'drop' } : ok({ recipient_id: to, message_id: mid });
  }

  /** Instagram's customers have ids that begin with a nine here. */
  private objectOf(to: string): PageObject {
    return to.startsWith('9') ? 'instagram' : 'page';
  }

  private accept(page: SimulatedPage, object: PageObject, to: string, body: Record<string, unknown>): string {
    this.ids += 1;
    // Instagram's ids are long
    const id = object === 'page' ? `m_${this.ids}` : `aWdfZAG1faXRlbTox${'A'.repeat(140)}${this.ids}`;
    const message = fieldsOf(body['message']) ?? {};
    this.state.log.accepted.push({
      id,
      phoneNumberId: page.pageId,
      to,
      type: String(fieldsOf(message['attachment'])?.['type'] ?? 'text'),
      callbackData: typeof message['metadata'] === 'string' ? message['metadata'] : null,
      body,
      at: this.state.options.now(),
    });
    return id;
  }

  /** What the page sent comes back at once; Instagram does not repeat the metadata. */
  private echo(
    { mid, object, to, origin }: { mid: string; object: PageObject; to: string; origin: string },
    { text, attachment, metadata }: Record<string, unknown>,
  ): void {
    const file = fieldsOf(attachment);
    const url = `${origin}/cdn/${String(fieldsOf(file?.['payload'])?.['attachment_id'])}`;
    this.pageSends(to, object, {
      mid,
      ...(object === 'page' ? { app_id: 67084829, metadata } : {}),
      ...(file ? { attachments: [{ type: file['type'], payload: { url } }] } : { text }),
    });
  }
}

/** As `/me/accounts` lists it. */
const described = ({ pageId, name, token, instagram }: SimulatedPage): object => ({
  id: pageId,
  name,
  access_token: token,
  ...(instagram ? { instagram_business_account: instagram } : {}),
});
