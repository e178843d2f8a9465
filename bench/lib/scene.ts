import { createHmac } from 'node:crypto';
import { bodyOf, Client } from '../../test/support/client.js';
import { defaultNumber } from '../../test/support/graph-simulator/graph-simulator.js';
import type { Call } from './open-loop.js';
import { type Stage, superLogin } from './stage.js';

export interface SceneOptions {
  readonly attendants?: number;
  readonly plan?: Readonly<Record<string, unknown>>;
}

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly client: Client;
}

/** What a customer wrote, as the provider tells it. */
export interface Said {
  readonly from: string;
  /** The provider's id. */
  readonly id: string;
  readonly text: string;
  /** ms since the epoch. */
  readonly at: number;
}

export const password = 'senha-de-teste';

/** A company with a number of the simulator, made through the API as in life. */
export class Scene {
  private constructor(
    readonly companyId: number,
    readonly planId: number,
    readonly platform: Client,
    readonly admin: Person,
    readonly queueId: number,
    readonly connectionId: number,
    readonly attendants: readonly Person[],
    private readonly secret: string,
  ) {}

  static async make(stage: Stage, { attendants = 0, plan = {} }: SceneOptions = {}): Promise<Scene> {
    const url = stage.urls[0] ?? '';
    const made = async <T = { id: number }>(client: Client, path: string, body: object): Promise<T> =>
      bodyOf(await client.post<T>(path, body), 201);
    const enter = async (email: string, secret = password): Promise<Person> => {
      const client = new Client(url);
      bodyOf(await client.signIn(email, secret));
      return { id: client.id, email, client };
    };
    const platform = (await enter(superLogin.email, superLogin.password)).client;
    const all = { value: 0, users: 500, connections: 100, queues: 50, useKanban: true, ...plan };
    const { id: planId } = await made(platform, '/plans', { name: 'Plano das falhas', ...all });
    const email = 'gestora@falhas.test';
    const company = { name: 'Falhas', email, planId, userName: 'Gestora', password };
    const { id: companyId } = await made(platform, '/companies', company);
    const admin = await enter(email);
    const queue = await made(admin.client, '/queue', { name: 'Vendas', color: '#1f6feb', orderQueue: 1 });
    const people: Person[] = [];
    for (let number = 1; number <= attendants; number += 1) {
      const address = `atendente${number}@falhas.test`;
      const person = { name: `Atendente ${number}`, email: address, password, profile: 'user', queueIds: [queue.id] };
      await made(admin.client, '/users', person);
      people.push(await enter(address));
    }
    const secret = stage.graph.options.appSecret;
    const connection = await made(admin.client, '/whatsapp', {
      name: 'WhatsApp',
      channel: 'cloudapi',
      facebookUserId: defaultNumber.phoneNumberId,
      facebookUserToken: defaultNumber.token,
      appSecret: secret,
      metaToken: 'falhas',
      queueIds: [queue.id],
    });
    stage.graph.setCallbackUrl(`${url}/webhooks/cloudapi/${connection.id}`);
    return new Scene(companyId, planId, platform, admin, queue.id, connection.id, people, secret);
  }

  /** The provider's POST of one message, signed. */
  webhook({ from, id, text, at }: Said): Call {
    const value = {
      messaging_product: 'whatsapp',
      metadata: {
        display_phone_number: defaultNumber.displayPhoneNumber,
        phone_number_id: defaultNumber.phoneNumberId,
      },
      contacts: [{ profile: { name: `Cliente ${from.slice(-4)}` }, wa_id: from }],
      messages: [{ from, id, timestamp: String(Math.floor(at / 1000)), type: 'text', text: { body: text } }],
    };
    const entry = [{ id: defaultNumber.wabaId, changes: [{ value, field: 'messages' }] }];
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const signature = `sha256=${createHmac('sha256', this.secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    return { method: 'POST', path: `/webhooks/cloudapi/${this.connectionId}`, headers, body };
  }
}

/** Numbers nobody knew before; the same seed gives the same ones. */
export const numberOf = (seed: number, index: number): string =>
  `55119${String(((seed % 900) + 100) * 100_000 + index).padStart(8, '0')}`;

/** A call of somebody who is signed in. */
export function as({ client }: Person, method: Call['method'], path: string, body?: object): Call {
  const headers = { authorization: `Bearer ${client.token}` };
  if (!body) return { method, path, headers };
  return { method, path, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Runs the tasks, so many at a time, in their order. */
export async function atOnce<T>(count: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const hand = async (): Promise<void> => {
    for (let index = next++; index < tasks.length; index = next++) {
      const task = tasks[index];
      if (task) results[index] = await task();
    }
  };
  await Promise.all(Array.from({ length: count }, hand));
  return results;
}
