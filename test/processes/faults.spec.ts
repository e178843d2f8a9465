import { AiSmsCampaigns } from '../faults/ai-sms-campaigns.js';
import { BulkCampaign } from '../faults/bulk-campaign.js';
import { Burst } from '../faults/burst.js';
import { N8nFlow, TypebotFlow } from '../faults/flows.js';
import { gameDay } from '../faults/game-day.js';
import { Menus } from '../faults/menus.js';
import { Outbound } from '../faults/outbound.js';
import { Schedules } from '../faults/schedules.js';
import { sessions } from '../faults/sessions.js';
import { underKills } from '../faults/under-kills.js';
import type { Checks } from '../support/checks.js';
import { hasRedis } from '../support/redis.js';

// `npm run faults` in small: processes of dist/ with their own PostgreSQL, killed under load
const seed = 20_260;
/** They take a minute each; on a busy machine a killed process may hold a lease that runs out only later. */
const patienceMs = 900_000;

function expectSound(checks: Checks): void {
  if (!checks.ok) throw new Error(`seed ${seed}${checks.toString()}`);
}

test(
  'a burst, replies, menus, flows, schedules and campaigns while two servers are killed: nothing is lost or doubled, what nobody knows is shown as uncertain',
  async () => {
    const loads = [
      new Burst({ numbers: 20, each: 3, concurrency: 10 }),
      new Outbound({ messages: 100, tickets: 10, pauseMs: 100 }),
      new BulkCampaign({ recipients: 600, perSecond: 20 }),
      new Menus(3),
      new TypebotFlow(3),
      new N8nFlow(3),
      new Schedules(4),
      new AiSmsCampaigns(20),
    ];
    expectSound(await underKills(loads, { seed, kills: loads.length, processes: 2, hurry: true }));
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

(hasRedis ? test : test.skip)(
  'a crash of PostgreSQL, a full disk, taken connections and wrong clocks: users get 507 or 503 with a sentence, and nothing is lost',
  async () => {
    // the worker, whose priority is lower, has little of a machine that is busy
    const short = { seed, seconds: 2, recoverySeconds: 120, pauseMs: 1_000, only: /crashes|disk|connections|clocks/ };
    for (const checks of await gameDay(short)) expectSound(checks);
  },
  patienceMs,
);
