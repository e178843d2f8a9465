import { burst } from '../faults/burst.js';
import { campaign } from '../faults/campaign.js';
import { flows } from '../faults/flows.js';
import { gameDay } from '../faults/game-day.js';
import { menus } from '../faults/menus.js';
import { outages, postgresOutages } from '../faults/outages.js';
import { outbound } from '../faults/outbound.js';
import { schedules } from '../faults/schedules.js';
import { serviceCampaigns } from '../faults/service-campaigns.js';
import { sessions } from '../faults/sessions.js';
import type { Checks } from '../support/checks.js';
import { hasRedis } from '../support/redis.js';

// `npm run faults` in small: processes of dist/ with their own PostgreSQL, killed under load
const seed = 20_260;
/** They take some twenty seconds each; on a busy machine a killed process may hold a lease that runs out only later. */
const patienceMs = 900_000;

function expectSound(checks: Checks): void {
  if (!checks.ok) throw new Error(`seed ${seed}${checks.toString()}`);
}

test(
  'a burst of unknown customers, each webhook twice and the server killed: nothing lost or duplicated',
  async () => {
    const size = { numbers: 20, each: 3, concurrency: 10 };
    expectSound(await burst({ seed, ...size, kill: true, processes: 1, redis: false, hurry: true }));
  },
  patienceMs,
);

test(
  'replies whose sender is killed repeatedly are sent once, or shown as uncertain',
  async () => {
    const size = { messages: 100, tickets: 20, attendants: 2, killEvery: 0.2, kills: 3 };
    expectSound(await outbound({ seed, ...size, redis: false, hurry: true }));
  },
  patienceMs,
);

test(
  'a campaign whose senders are killed in turn reaches each recipient once',
  async () => {
    const size = { recipients: 600, perSecond: 100, processes: 2, killEvery: 2, kills: 3 };
    expectSound(await campaign({ seed, ...size, hurry: true }));
  },
  patienceMs,
);

test(
  'customers in the bot’s menus while the server is killed: no answer is lost or doubled',
  async () => {
    expectSound(await menus({ seed, customers: 6, kills: 4, hurry: true }));
  },
  patienceMs,
);

test(
  'customers of a flow of typebot and of n8n while the server is killed: each message gets one answer',
  async () => {
    for (const checks of await flows({ seed, customers: 6, kills: 4, hurry: true })) expectSound(checks);
  },
  patienceMs,
);

test(
  'scheduled messages that are due while the server is killed: each is sent once, or shown as uncertain',
  async () => {
    expectSound(await schedules({ seed, customers: 6, kills: 4, hurry: true }));
  },
  patienceMs,
);

test(
  'campaigns with AI and by SMS while the server is killed: each row is sent once, or shown as uncertain',
  async () => {
    expectSound(await serviceCampaigns({ seed, rows: 20, kills: 4, hurry: true }));
  },
  patienceMs,
);

(hasRedis ? test : test.skip)(
  'sessions by QR code of a killed process run in the other one: no message is lost or doubled',
  async () => {
    // a busy machine delays the renewals that the 15 seconds are made of
    expectSound(await sessions({ seed, sessions: 6, kills: 1, takeoverSeconds: 45 }));
  },
  patienceMs,
);

test(
  'a crash of PostgreSQL under load loses nothing acknowledged, and clients get 503 at most',
  async () => {
    const crash = postgresOutages.filter(({ name }) => name === 'crash');
    const load = { seed, customers: 6, pauseMs: 200, attendants: 2, hurry: true, loadSeconds: 1, recoverySeconds: 30 };
    for (const checks of await outages(crash, {}, load)) expectSound(checks);
  },
  patienceMs,
);

(hasRedis ? test : test.skip)(
  'a full disk, taken connections and wrong clocks: users get 507 or 503 with a sentence, and nothing is lost',
  async () => {
    const short = { seed, seconds: 2, recoverySeconds: 60, only: /disk|connections|clocks/ };
    for (const checks of await gameDay(short)) expectSound(checks);
  },
  patienceMs,
);
