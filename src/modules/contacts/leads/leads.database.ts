import { sql } from 'kysely';
import { defineRetention } from '../../../core/jobs/retention.js';

defineRetention({ table: 'lead_uses', where: sql`month < now() - interval '3 months'` });
