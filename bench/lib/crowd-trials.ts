import type { Heard } from './crowd.js';
import { settled, type Trial, write } from './crowd-load.js';
import { pause } from './figures.js';
import { bearer, type Waiting } from './people.js';
import { connectedTo, memoryOf } from './processes.js';
import type { Watch } from './statements.js';
import { dueTo, type Town } from './towns.js';

const slowSeconds = 60;

export interface Demotion {
  readonly tookMs: number;
  /** Heard although it was written after the answer. */
  readonly leaked: number;
  readonly leaks: Heard['leaks'];
  /** By the others, or by them before it. */
  readonly missed: number;
  readonly doubled: number;
  readonly refused: number;
}

export interface Slowness extends Heard {
  readonly sockets: number;
  /** Resident memory of the server in MB: before, at its highest, ten seconds afterwards. */
  readonly from: number;
  readonly highest: number;
  readonly later: number;
  /** Connections that the server gave up. */
  readonly cut: number;
  readonly refused: number;
}

/** An attendant loses a department while customers write in it: not a word more after the answer. */
export async function demotion({ crowd, client, towns }: Trial, watch: Watch): Promise<Demotion> {
  const town = towns[0];
  const person = town?.people.find(({ profile, queueIds }) => profile === 'user' && queueIds.length > 1);
  const lost = person?.queueIds[0];
  const conversation = town?.waiting.find(({ queueId }) => queueId === lost);
  if (!town || !person || lost === undefined || !conversation) throw new Error('No attendant with two departments');
  const [aSecond, before, during] = [20, 20, 100];
  const stops = Array.from({ length: before + during }, () => ({ town, conversation }));
  const mark = `perda-${Date.now()}-`;
  await crowd.listenFor(mark, stops.length);
  const due = dueTo(stops);
  const own = due[person.id] ?? [];
  let refused = await write(client, mark, stops.slice(0, before), aSecond);
  await settled(crowd, dueTo(stops.slice(0, before)));
  const began = performance.now();
  const writing = write(client, mark, stops.slice(before), aSecond, { first: before });
  await pause(1_000);
  const path = `/users/${person.id}`;
  const headers = { 'content-type': 'application/json', ...bearer(town.managerToken) };
  const change = (queueIds: readonly number[]): Promise<unknown> =>
    client.json({ method: 'PUT', path, headers, body: JSON.stringify({ queueIds }) });
  const asked = performance.now();
  await change(person.queueIds.filter((id) => id !== lost));
  const answered = performance.now();
  refused += await writing;
  const certain = { ...due, [person.id]: own.filter((index) => index < before) };
  await settled(crowd, certain);
  const firstAfter = before + Math.ceil(((answered - began) / 1000) * aSecond) + 1;
  // what was on its way when the change was asked for may or may not have arrived
  const strict = await crowd.count({ ...due, [person.id]: own.filter((index) => index < firstAfter) });
  const early = await crowd.count(certain);
  await change(person.queueIds);
  await watch.settled();
  return {
    tookMs: answered - asked,
    leaked: strict.leaked,
    leaks: strict.leaks,
    missed: early.missing,
    doubled: early.doubled,
    refused,
  };
}

/** All sockets of a few people stop reading while long messages go to them: the server may neither grow nor slow down. */
export async function slowReaders({ crowd, client, towns }: Trial, pid: number, people: number): Promise<Slowness> {
  const town = towns[0];
  const managers = (town?.people ?? []).filter(({ profile }) => profile !== 'user').slice(0, people);
  if (!town || managers.length === 0) throw new Error('Nobody to stop reading');
  const [aSecond, filling] = [20, 'ação '.repeat(700)];
  const stops = Array.from({ length: aSecond * slowSeconds }, (_, index) => ({
    town,
    conversation: waitingAt(town, index),
  }));
  const from = memoryOf(pid);
  let highest = from;
  const ports = await crowd.mute(managers.map(({ id }) => id));
  const mark = `lentos-${Date.now()}-`;
  await crowd.listenFor(mark, stops.length);
  const watching = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid));
  }, 250);
  const refused = await write(client, mark, stops, aSecond, { filling });
  await settled(crowd, dueTo(stops));
  clearInterval(watching);
  const heard = await crowd.count(dueTo(stops));
  const cut = ports.length - connectedTo(Number(new URL(client.url).port), ports).length;
  await pause(10_000);
  const later = memoryOf(pid);
  return { sockets: ports.length, from, highest, later, cut, refused, ...heard };
}

function waitingAt({ waiting }: Town, index: number): Waiting {
  const found = waiting[index % waiting.length];
  if (!found) throw new Error('The database is not loaded: npm run bench:seed');
  return found;
}
