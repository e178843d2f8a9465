import { sql } from 'kysely';
import { defineRetention } from '../jobs/retention.js';

defineRetention({ table: 'idempotency_keys', where: sql`created_at < now() - interval '24 hours'` });
