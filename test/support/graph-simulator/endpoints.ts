import { createHmac } from 'node:crypto';
import { checkMessage } from './check-message.js';
import type { GraphAnswer, GraphRequest } from './graph-answers.js';
import { errorAnswer, type GraphErrorAnswer } from './graph-errors.js';
import { fieldsOf } from './json-object.js';
import type { SimulatedNumber } from './options.js';
import type { PagePlatform } from './pages.js';
import type { PlatformState } from './platform-state.js';

const ok = (body: unknown): GraphAnswer => ({ kind: 'json', status: 200, body });
const refuse = ({ status, body, code }: GraphErrorAnswer): GraphAnswer => ({ kind: 'json', status, body, code });
const unknownObject = (id: string): GraphAnswer =>
  refuse(errorAnswer(100, `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions.`, 33));

/** The endpoints of the Graph API that a business calls. */
export class Endpoints {
  constructor(
    private readonly platformState: PlatformState,
    private readonly origin: () => string,
    private readonly pages: PagePlatform,
  ) {}

  async answer(request: GraphRequest): Promise<GraphAnswer> {
    const { method, url, token } = request;
    if (url.pathname === '/whatsapp_business/attachments/') return this.download(request);
    const ofPage = await this.pages.answer(request, this.origin());
    if (ofPage) return ofPage;
    const [, version = '', id = '', edge = ''] = url.pathname.split('/');
    if (!/^v\d+\.\d+$/.test(version) || id === '') return refuse(errorAnswer(2500, 'Unknown path components'));
    const numbers = this.platformState.options.numbers.filter((number) => number.token === token);
    if (token === null || numbers.length === 0 || this.platformState.revokedTokens.has(token))
      return refuse(errorAnswer(190));
    const number = numbers.find((candidate) => candidate.phoneNumberId === id);
    if (number && method === 'POST' && edge === 'messages') return this.message(request, number);
    if (number && method === 'POST' && edge === 'calls') return this.call(request);
    if (number && method === 'POST' && edge === 'register') return this.register(request, number);
    if (number && method === 'POST' && edge === 'smb_app_data') return this.phoneData(request);
    if (number && method === 'POST' && edge === 'media') return this.upload(request);
    if (number && method === 'GET' && edge === '') return this.describe(number, url.searchParams.get('fields'));
    const account = numbers.find(({ wabaId }) => wabaId === id);
    if (account && method === 'GET' && edge === 'subscribed_apps') return this.subscribers(account);
    if (method === 'GET' && edge === 'message_templates' && numbers.some(({ wabaId }) => wabaId === id))
      return ok(this.platformState.templates.page(id, url.searchParams, `${this.origin()}${url.pathname}`));
    if (method === 'GET' && edge === '') return this.locate(id);
    if (method === 'DELETE' && edge === '' && this.platformState.media.remove(id)) return ok({ success: true });
    return unknownObject(id);
  }

  private message(request: GraphRequest, number: SimulatedNumber): GraphAnswer {
    const body = fieldsOf(json(request.body));
    if (!body) return refuse(errorAnswer(100, 'The body is not valid JSON.'));
    if (body['status'] === 'read') return this.markRead(body);
    const fault = this.platformState.faults.takeFault(this.platformState.random);
    if (fault === 'drop-before') return { kind: 'drop' };
    if (fault !== null && typeof fault === 'object') return refuse(errorAnswer(fault.code));
    const problem = checkMessage(body, {
      media: this.platformState.media,
      templates: this.platformState.templates,
      account: number.wabaId,
      message: (id) => this.platformState.hasMessage(id),
    });
    if (problem) return refuse(problem);
    const to = String(body['to'] ?? body['recipient']).replace(/^\+/, '');
    const refusal = this.platformState.faults.takeRefusal(to);
    if (refusal?.via === 'response') return refuse(errorAnswer(refusal.code));
    if (!this.platformState.throughput.take(number.phoneNumberId)) return refuse(errorAnswer(130429));
    if (!this.platformState.pairs.take(`${number.phoneNumberId} ${to}`)) return refuse(errorAnswer(131056));
    const closed = body['type'] !== 'template' && !this.platformState.windowOpen(number, to);
    const accepted = this.platformState.accept(number, body, refusal?.code ?? (closed ? 131047 : null));
    if (fault === 'accept-then-drop') return { kind: 'drop' };
    if (fault === 'accept-then-hang') return { kind: 'hang' };
    if (fault === 'accept-then-504') return { kind: 'json', status: 504, body: '<html>Gateway Timeout</html>' };
    return ok({ messaging_product: 'whatsapp', contacts: [{ input: to, wa_id: to }], messages: [{ id: accepted.id }] });
  }

  private register(request: GraphRequest, number: SimulatedNumber): GraphAnswer {
    const body = fieldsOf(json(request.body));
    if (body?.['messaging_product'] !== 'whatsapp') return refuse(errorAnswer(100, 'Invalid parameter'));
    if (body['pin'] !== '123456') return refuse(errorAnswer(133005));
    number.platform = 'CLOUD_API';
    return ok({ success: true });
  }

  /** Contacts and history of a phone follow as webhooks; each is given once. */
  private phoneData(request: GraphRequest): GraphAnswer {
    const body = fieldsOf(json(request.body));
    if (body?.['messaging_product'] !== 'whatsapp') return refuse(errorAnswer(100, 'Invalid parameter'));
    const kind = String(body['sync_type']);
    if (this.platformState.log.phoneData.includes(kind)) return refuse(errorAnswer(100, 'Already synchronised'));
    this.platformState.log.phoneData.push(kind);
    return ok({ request_id: '1' });
  }

  /** Calls are rejected only. */
  private call(request: GraphRequest): GraphAnswer {
    const body = fieldsOf(json(request.body));
    if (!body || typeof body['call_id'] !== 'string' || body['action'] !== 'reject')
      return refuse(errorAnswer(100, 'Invalid parameter'));
    this.platformState.log.calls.push(body);
    return ok({ success: true });
  }

  private markRead(body: Record<string, unknown>): GraphAnswer {
    if (typeof body['message_id'] !== 'string')
      return refuse(errorAnswer(100, 'The parameter message_id is required.'));
    const typing = body['typing_indicator'];
    if (typing !== undefined) {
      if (!this.platformState.hasMessage(body['message_id'])) return refuse(errorAnswer(131009, 'Invalid message_id.'));
      if (fieldsOf(typing)?.['type'] !== 'text') return refuse(errorAnswer(100, 'Invalid typing_indicator type.'));
      this.platformState.log.typing.push(body['message_id']);
    }
    this.platformState.log.readReceipts.push(body['message_id']);
    return ok({ success: true });
  }

  private async upload({ body, contentType }: GraphRequest): Promise<GraphAnswer> {
    const stored = await this.platformState.media.upload(body, contentType);
    return 'sha256' in stored ? ok({ id: stored.id }) : refuse(stored);
  }

  private describe(number: SimulatedNumber, fields: string | null): GraphAnswer {
    if (number.unavailable) return refuse(errorAnswer(131000));
    const { phoneNumberId, displayPhoneNumber, platform = 'CLOUD_API', throughput = 'STANDARD' } = number;
    const { quality = 'GREEN', messagingLimit = 'TIER_2K' } = number;
    const known: Record<string, unknown> = {
      display_phone_number: displayPhoneNumber,
      verified_name: 'Empresa Simulada',
      quality_rating: quality,
      whatsapp_business_manager_messaging_limit: messagingLimit,
      code_verification_status: 'VERIFIED',
      platform_type: platform,
      throughput: { level: throughput },
    };
    const asked = fields?.split(',') ?? Object.keys(known);
    const unknown = asked.find((field) => field !== 'id' && !(field in known));
    if (unknown !== undefined)
      return refuse(errorAnswer(100, `Tried accessing nonexisting field (${unknown}) on node type`));
    return ok({ ...Object.fromEntries(asked.map((field) => [field, known[field]])), id: phoneNumberId });
  }

  private subscribers({ subscribed = true }: SimulatedNumber): GraphAnswer {
    const app = {
      id: '67084829',
      name: 'Aplicativo simulado',
      link: 'https://www.facebook.com/games/?app_id=67084829',
    };
    return ok({ data: subscribed ? [{ whatsapp_business_api_data: app }] : [] });
  }

  private locate(id: string): GraphAnswer {
    const file = this.platformState.media.get(id);
    if (!file) return unknownObject(id);
    const url = `${this.origin()}/whatsapp_business/attachments/?mid=${id}&hash=${this.hash(id)}`;
    return ok({
      messaging_product: 'whatsapp',
      url,
      mime_type: file.mime,
      sha256: file.sha256,
      file_size: file.bytes.length,
      id,
    });
  }

  private download({ url, token }: GraphRequest): GraphAnswer {
    const id = url.searchParams.get('mid') ?? '';
    const file = this.platformState.media.get(id);
    const known = this.platformState.options.numbers.some((number) => number.token === token);
    if (token === null || !known || this.platformState.revokedTokens.has(token))
      return { kind: 'json', status: 401, body: '' };
    if (!file || url.searchParams.get('hash') !== this.hash(id)) return { kind: 'json', status: 404, body: '' };
    return { kind: 'bytes', bytes: file.bytes, mime: file.mime };
  }

  private hash(id: string): string {
    return createHmac('sha256', this.platformState.options.appSecret).update(id).digest('hex').slice(0, 24);
  }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
