import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { withConnection } from '../core/database/prepare-database.js';

const companies = 20_000;

/** Made-up companies for /leads, where none were imported yet; the server starts without them too. */
export async function importDemoLeads(ownerUrl: string): Promise<void> {
  try {
    const { rowCount } = await withConnection(ownerUrl, (client) =>
      client.query('select from leads.generations where shown_at is not null limit 1'),
    );
    if (rowCount === 0) await importMadeUp(ownerUrl);
  } catch (error) {
    new Logger('Demo').error({ msg: 'companies for leads were not imported', reason: String(error) });
  }
}

/** By the importer of the real ones. */
async function importMadeUp(ownerUrl: string): Promise<void> {
  const [{ writeLeadFiles }, { importLeads }] = await Promise.all([
    import('./lead-files.js'),
    import('../modules/contacts/leads/import/import-leads.js'),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'atende-leads-'));
  try {
    await writeLeadFiles(folder, { companies });
    await importLeads(ownerUrl, folder, { source: 'Empresas fictícias, no formato dos dados abertos do CNPJ' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
