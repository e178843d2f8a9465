import type { Member } from './crowd-messages.js';
import type { Call, Client } from './open-loop.js';
import { hears, type Person, peopleOf, signInAs, type Waiting, waitingIn } from './people.js';
import { openWebhook } from './scenarios.js';
import type { Watch } from './statements.js';

/** A loaded company with its signed-in people and a number that customers write to. */
export interface Town {
  readonly companyId: number;
  readonly people: readonly Person[];
  readonly managerToken: string;
  readonly waiting: readonly Waiting[];
  /** A customer of that conversation writes. */
  call(conversation: Waiting, body: string): Call;
}

export interface Towns {
  readonly towns: readonly Town[];
  /** One for each socket. */
  readonly members: readonly Member[];
  /** Seconds that all sign-ins took together. */
  readonly signedInAfter: number;
}

const signInsAtOnce = 8;

/** Signs so many people of each loaded company in and shares the sockets out among them. */
export async function settleTowns(client: Client, watch: Watch, accounts: number, sockets: number): Promise<Towns> {
  const companies = await watch.rows<{ id: string }>(
    "select id from companies where name ~ '^Carga \\d+$' order by id",
  );
  const each = Math.ceil(accounts / companies.length);
  const towns: Town[] = [];
  const signedIn: Member[] = [];
  const started = performance.now();
  for (const { id } of companies) {
    const companyId = Number(id);
    const people = (await peopleOf(watch, companyId)).slice(0, each);
    const members: Member[] = [];
    for (let from = 0; from < people.length; from += signInsAtOnce)
      members.push(
        ...(await Promise.all(
          people
            .slice(from, from + signInsAtOnce)
            .map(async ({ id: user, email }) => ({ user, ...(await signInAs(client, email)) })),
        )),
      );
    signedIn.push(...members);
    const managerToken = members[0]?.token ?? '';
    const webhook = await openWebhook(client, managerToken);
    const waiting = await waitingIn(watch, companyId, webhook.connectionId, 2);
    towns.push({
      companyId,
      people,
      managerToken,
      waiting,
      call: ({ from }, body) => webhook.call(0, body, from),
    });
  }
  const signedInAfter = (performance.now() - started) / 1000;
  const members = Array.from({ length: sockets }, (_, index) => signedIn[index % signedIn.length]);
  return { towns, members: members.filter((member) => member !== undefined), signedInAfter };
}

/** One message after the other to a conversation of each company in turn, so that every department has its share. */
export function itinerary(towns: readonly Town[], count: number): { town: Town; conversation: Waiting }[] {
  return Array.from({ length: count }, (_, index) => {
    const town = towns[index % towns.length];
    const conversation = town?.waiting[Math.floor(index / towns.length) % town.waiting.length];
    if (!town || !conversation) throw new Error('The database is not loaded: npm run bench:seed');
    return { town, conversation };
  });
}

/** Which messages each user must hear. */
export function dueTo(stops: readonly { town: Town; conversation: Waiting }[]): Record<number, number[]> {
  const due: Record<number, number[]> = {};
  for (const [index, { town, conversation }] of stops.entries())
    for (const { id } of town.people.filter(hears(conversation.queueId))) {
      const own = due[id] ?? [];
      own.push(index);
      due[id] = own;
    }
  return due;
}
