import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { HttpServer, type ReceivedRequest } from './http-server.js';

/** How the two gateways call the same things. */
const dialects = {
  SendSms: {
    actions: { sendsms: 'send', saldo: 'balance', relatorio: 'report' },
    to: 'numero',
    text: 'msg',
    left: (count: number) => `Saldo disponivel: ${count} SMS`,
    delivered: 'Entregue',
  },
  BullkSms: {
    actions: { send: 'send', balance: 'balance', report: 'report' },
    to: 'number',
    text: 'message',
    left: (count: number) => `${count} messages left`,
    delivered: 'Delivered',
  },
} as const;

export interface SentSms {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

interface GatewayReply {
  readonly status: 'success' | 'error';
  readonly cause: string;
  readonly id?: string;
}

/** An SMS gateway: `GET ?action=…&login=…&token=…`, answers with `status`, `cause` and `id`. Its log says what was sent. */
export class SmsSimulator {
  readonly server = new HttpServer();
  readonly sent: SentSms[] = [];
  readonly login = 'padaria';
  readonly token = 'segredo-do-gateway';
  left = 100;
  /** Numbers that are refused. */
  readonly invalid = new Set<string>();
  /** Ids of SMS that have arrived. */
  readonly delivered = new Set<string>();
  /** Answers instead of the simulator, after what was sent is in the log. */
  fault: ((response: ServerResponse) => void) | undefined;

  /** Status of every answer, which is a page: nothing is accepted. */
  outage: number | undefined;

  /** Between what was sent and the answer. */
  delayMs = 0;

  constructor(readonly dialect: keyof typeof dialects = 'SendSms') {}

  async start(): Promise<this> {
    this.server.answer = (request, response) => this.answer(request, response);
    await this.server.start();
    return this;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  get url(): string {
    return `${this.server.url}/api.php`;
  }

  private async answer(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    if (this.outage) {
      response.writeHead(this.outage, { 'content-type': 'text/html' }).end('<h1>Erro</h1>');
      return;
    }
    const before = this.sent.length;
    const reply = this.replyTo(request);
    const isSent = this.sent.length > before;
    if (this.delayMs > 0) await wait(this.delayMs);
    if (isSent && this.fault) this.fault(response);
    else if (reply) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    else response.writeHead(404).end();
  }

  private replyTo({ method, path }: ReceivedRequest): GatewayReply | undefined {
    const { actions, to, text, left, delivered } = dialects[this.dialect];
    const { pathname, searchParams: query } = new URL(path, this.server.url);
    if (method !== 'GET' || pathname !== '/api.php') return undefined;
    if (query.get('login') !== this.login || query.get('token') !== this.token) return error('Login ou token invalido');
    switch ((actions as Readonly<Record<string, string>>)[query.get('action') ?? '']) {
      case 'balance':
        return { status: 'success', cause: left(this.left) };
      case 'report': {
        const arrived = this.delivered.has(query.get('id') ?? '');
        return { status: 'success', cause: arrived ? delivered : 'Enviado para a operadora' };
      }
      case 'send':
        return this.accept(query.get(to) ?? '', query.get(text) ?? '');
      default:
        return error('Acao desconhecida');
    }
  }

  private accept(to: string, text: string): GatewayReply {
    if (!/^\d{10,14}$/.test(to) || text === '') return error('Parametros invalidos');
    if (this.invalid.has(to)) return error('Numero inexistente');
    if (this.left === 0) return error('Saldo insuficiente');
    this.left -= 1;
    const id = String(1_000 + this.sent.length);
    this.sent.push({ id, to, text });
    return { status: 'success', cause: 'Mensagem aceita', id };
  }
}

const error = (cause: string): GatewayReply => ({ status: 'error', cause });
