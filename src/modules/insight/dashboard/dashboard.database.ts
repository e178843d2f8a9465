import { defineInvariants } from '../../../core/database/invariants.js';
import { recounts } from './figures/figures.queries.js';

const names = ['figures of the dashboard', 'arrivals of the dashboard', 'new contacts of the dashboard'];

defineInvariants(
  ...recounts.map(({ stored, counted }, index) => ({
    name: `the stored ${names[index]} are what a recount says`,
    sql: `(select 'stored' as what, s.* from (${stored} except all ${counted}) s)
      union all (select 'counted' as what, s.* from (${counted} except all ${stored}) s)`,
  })),
);
