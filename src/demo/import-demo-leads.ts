import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const companies = 20_000;

/** Made-up companies for /leads, by the importer of the real ones. */
export async function importDemoLeads(ownerUrl: string): Promise<void> {
  const [{ writeLeadFiles }, { importLeads }] = await Promise.all([
    import('./lead-files.js'),
    import('../modules/leads/import/import-leads.js'),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'atende-leads-'));
  try {
    await writeLeadFiles(folder, { companies });
    await importLeads(ownerUrl, folder, { source: 'Empresas fictícias, no formato dos dados abertos do CNPJ' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
