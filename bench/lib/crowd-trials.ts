import { readdirSync } from 'node:fs';
import type { Heard } from './crowd.js';
import { settled, type Trial, write } from './crowd-load.js';
import { pause } from './figures.js';
import { bearer, type Waiting } from './people.js';
import { memoryOf } from './processes.js';
import type { Watch } from './statements.js';
import { dueTo, type Town } from './towns.js';

const slowSeconds = 60;

export interface Demotion {
  readonly tookMs: number;
  /** Heard although it was written after the answer. */
  readonly leaked: number;
  readonly leaks: Heard['leaks'];
  readonly missedBefore: number;
  readonly doubled: number;
  readonly refused: number;
}

export interface Slowness extends Heard {
  readonly people: number;
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
  const [aSecond, seconds] = [20, 6];
  const stops = Array.from({ length: aSecond * seconds }, () => ({ town, conversation }));
  const mark = `perda-${Date.now()}-`;
  await crowd.listenFor(mark, stops.length);
  const began = performance.now();
  const writing = write(client, mark, stops, aSecond);
  await pause((seconds * 1000) / 2);
  const path = `/users/${person.id}`;
  const headers = { 'content-type': 'application/json', ...bearer(town.managerToken) };
  const change = (queueIds: readonly number[]): Promise<unknown> =>
    client.json({ method: 'PUT', path, headers, body: JSON.stringify({ queueIds }) });
  const asked = performance.now();
  await change(person.queueIds.filter((id) => id !== lost));
  const answered = performance.now();
  const refused = await writing;
  await settled(crowd);
  const firstAfter = Math.ceil(((answered - began) / 1000) * aSecond) + 1;
  const untilThen = Math.floor(((asked - began) / 1000) * aSecond) - aSecond;
  const due = dueTo(stops);
  // what was on its way when the change was asked for may or may not have arrived
  const all = await crowd.count(due);
  const own = (due[person.id] ?? []).filter((index) => index < firstAfter);
  const strict = await crowd.count({ ...due, [person.id]: own });
  const early = await crowd.count({ ...due, [person.id]: own.filter((index) => index < untilThen) });
  await change(person.queueIds);
  await watch.settled();
  return {
    tookMs: answered - asked,
    leaked: strict.leaked,
    leaks: strict.leaks,
    missedBefore: early.missing,
    doubled: all.doubled,
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
  const files = openFiles(pid);
  const from = memoryOf(pid);
  let highest = from;
  await crowd.mute(managers.map(({ id }) => id));
  const mark = `lentos-${Date.now()}-`;
  await crowd.listenFor(mark, stops.length);
  const watching = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid));
  }, 250);
  const refused = await write(client, mark, stops, aSecond, filling);
  await settled(crowd);
  clearInterval(watching);
  const heard = await crowd.count(dueTo(stops));
  const cut = files - openFiles(pid);
  await pause(10_000);
  const later = memoryOf(pid);
  return { people: managers.length, from, highest, later, cut, refused, ...heard };
}

function waitingAt({ waiting }: Town, index: number): Waiting {
  const found = waiting[index % waiting.length];
  if (!found) throw new Error('The database is not loaded: npm run bench:seed');
  return found;
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
