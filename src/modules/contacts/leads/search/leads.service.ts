import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import { getStates } from '@brazilian-utils/brazilian-utils/get-states';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../../core/database/db.js';
import { type RateLimit, RateLimits } from '../../../../core/redis/rate-limiter.js';
import { invalidQuery, type Query, textParam } from '../../../../core/resource/list-query.js';
import { type BoundedCount, boundedCount } from '../../../../core/resource/page.js';
import { plainCnpj } from '../lead-opt-outs.dto.js';
import { leadErrors } from '../leads.errors.js';
import { knownActivities, listedActivities } from './known-activities.js';
import { type LeadFilters, readFilters } from './lead-filters.js';
import type { Lead, LeadActivity, LeadOrigin, LeadPartner, LeadSheet, LeadSource } from './lead-view.js';
import {
  activitiesByCode,
  activitiesOf,
  currentGeneration,
  type Generation,
  type LeadRow,
  leadCount,
  leadIdOf,
  leadPage,
  leadsByCnpj,
  type Municipality,
  municipalitiesOf,
  partnersOf,
  searchSizes,
} from './leads.queries.js';
import { divisionsOf, type Sector, sectors } from './sectors.js';
import { tellingWords } from './word-stems.js';

const pageSize = 20;
/** Pages with partners per hour; they can be paged through without using the monthly limit. */
const sheetPages = 300;

export interface LeadState {
  /** The IBGE code. */
  readonly id: number;
  readonly sigla: string;
  readonly nome: string;
}

/** Only the first page has `count`. */
export interface LeadPage extends Partial<BoundedCount> {
  readonly empresas: readonly Lead[];
  readonly hasMore: boolean;
  readonly cursor: string | null;
  /** null if nothing has been imported. */
  readonly fonte: LeadSource | null;
}

type Divisions = Parameters<typeof activitiesOf>[0];

interface Found {
  readonly rows: readonly LeadRow[];
  readonly hasMore: boolean;
  readonly generation: Generation | undefined;
  readonly count: BoundedCount | undefined;
}

/** Searches the companies of the open CNPJ data, which are the same for all tenants. */
@Injectable()
export class LeadsService {
  private readonly sheetLimit: RateLimit;

  constructor(
    private readonly db: Db,
    rateLimits: RateLimits,
  ) {
    this.sheetLimit = rateLimits.create({ name: 'lead-sheets', points: sheetPages, seconds: 3600 });
  }

  sectors(): readonly Sector[] {
    return sectors;
  }

  states(): LeadState[] {
    return getStates().map(({ code, name, ibgeCode }) => ({ id: ibgeCode, sigla: code, nome: name }));
  }

  /** The municipalities with companies, or all of IBGE until data is imported. */
  async municipalities(query: Query): Promise<Municipality[]> {
    const state = textParam(query, 'estado', 40).toUpperCase();
    if (!/^[A-Z]{2}$/.test(state)) invalidQuery('estado');
    if (await this.generation()) return this.db.rows(municipalitiesOf(state));
    return getMunicipalities()
      .filter(({ stateCode }) => stateCode === state)
      .map(({ code, name }) => ({ id: Number(code), nome: name, empresas: 0 }));
  }

  async origin(): Promise<LeadOrigin> {
    const generation = await this.generation();
    return { fonte: generation ? sourceOf(generation) : null };
  }

  /** The activities of a sector or of the given words; none until data is imported. @throws 404 if none has the words */
  async activities(query: Query): Promise<LeadActivity[]> {
    return (await this.generation()) ? this.wantedActivities(query) : [];
  }

  /** @throws 400, 404 if no activity has the words */
  async page(query: Query): Promise<LeadPage> {
    const { rows, hasMore, generation, count } = await this.find(query, pageSize);
    const last = rows.at(-1);
    return {
      empresas: rows.map(withoutId),
      hasMore,
      cursor: hasMore && last && generation ? `${generation.id}.${last.id}.${last.cnpj}` : null,
      fonte: generation ? sourceOf(generation) : null,
      ...count,
    };
  }

  /** A page with partners, as existing clients request it. @throws as {@link page}, 429 */
  async sheets(query: Query): Promise<{ companies: LeadSheet[]; cursor: string | null }> {
    await this.sheetLimit.consume(String(this.db.companyId));
    const { empresas, cursor } = await this.page(query);
    return { companies: await this.withPartners(empresas), cursor };
  }

  /** @throws 404, also for a company that opted out */
  async sheet(cnpj: string): Promise<LeadSheet> {
    const plain = plainCnpj(cnpj);
    const found = typeof plain === 'string' && (await this.generation()) ? await this.byCnpj([plain]) : [];
    const [sheet] = await this.withPartners(found);
    if (!sheet) throw leadErrors.ERR_NO_LEAD_FOUND();
    return sheet;
  }

  /** Omits companies that no longer exist or opted out. */
  async byCnpj(cnpjs: readonly string[]): Promise<Lead[]> {
    return (await this.db.rows(leadsByCnpj(cnpjs))).map(withoutId);
  }

  /** The first companies of a search. @throws as {@link page} */
  async first(query: Query, limit: number): Promise<Lead[]> {
    const { cursor: _cursor, ...rest } = query;
    return (await this.find(rest, limit)).rows.map(withoutId);
  }

  generation(): Promise<Generation | undefined> {
    return this.db.row(currentGeneration);
  }

  private async find(query: Query, limit: number): Promise<Found> {
    const filters = readFilters(query);
    const cursor = cursorParam(query);
    const generation = await this.generation();
    if (!generation) return { rows: [], hasMore: false, generation, count: { count: 0 } };
    const wanted: LeadFilters = { ...filters, activities: await this.wantedCodes(query, filters) };
    const sizes = await this.db.row(searchSizes(wanted));
    if (!sizes) throw new Error('A search without sizes');
    const after = cursor ? await this.positionOf(cursor, generation) : 0;
    const rows = await this.db.rows(leadPage(wanted, sizes, after, limit + 1));
    const hasMore = rows.length > limit;
    const count = cursor ? undefined : await this.count(wanted, sizes, hasMore, rows.length);
    return { rows: rows.slice(0, limit), hasMore, generation, count };
  }

  private async count(
    filters: LeadFilters,
    sizes: Parameters<typeof leadCount>[1],
    hasMore: boolean,
    found: number,
  ): Promise<BoundedCount> {
    if (!hasMore) return { count: found };
    return boundedCount((await this.db.row(leadCount(filters, sizes)))?.count ?? 0);
  }

  /** Ids change between generations; the CNPJ in the cursor finds the position in the current one. */
  private async positionOf({ generation, id, cnpj }: Cursor, current: Generation): Promise<number> {
    if (generation === current.id) return id;
    return (await this.db.row(leadIdOf(cnpj)))?.id ?? id;
  }

  private async wantedActivities(query: Query): Promise<LeadActivity[]> {
    const [sector, search] = [textParam(query, 'setor', 3), textParam(query, 'pesquisa')];
    const divisions = sector === '' ? null : divisionsOf(sector);
    const found = await this.activitiesWith(divisions, search);
    if (found.length === 0 && search !== '') throw leadErrors.ERR_NO_CNAE_FOUND();
    return found;
  }

  /** Known words of people first, then words of the titles; of several activities in a text those of each. */
  private async activitiesWith(divisions: Divisions, search: string): Promise<LeadActivity[]> {
    const { named, similar } = knownActivities(search);
    const byCode = (codes: readonly string[]) =>
      codes.length > 0 ? this.db.rows(activitiesByCode(divisions, codes)) : [];
    const whole = await byCode(named);
    if (whole.length > 0) return whole;
    const titled = await this.db.rows(activitiesOf(divisions, tellingWords(search).join(' ')));
    if (titled.length > 0) return titled;
    const listed = listedActivities(search);
    const each = listed.length > 1 ? await Promise.all(listed.map((one) => this.activitiesWith(divisions, one))) : [];
    const all = new Map(each.flat().map((activity) => [activity.codigo, activity]));
    return all.size > 0 ? [...all.values()] : byCode(similar);
  }

  private async wantedCodes(query: Query, { activities }: LeadFilters): Promise<readonly number[] | null> {
    if (activities || (textParam(query, 'setor', 3) === '' && textParam(query, 'pesquisa') === '')) return activities;
    return (await this.wantedActivities(query)).map(({ codigo }) => Number(codigo));
  }

  private async withPartners(leads: readonly Lead[]): Promise<LeadSheet[]> {
    if (leads.length === 0) return [];
    const baseOf = ({ cnpj }: Lead): string => cnpj.slice(0, 8);
    const rows = await this.db.rows(partnersOf([...new Set(leads.map(baseOf))]));
    const partners = Map.groupBy(rows, ({ base }) => base);
    return leads.map((lead) => ({
      ...lead,
      socios: (partners.get(baseOf(lead)) ?? []).map(({ base: _base, ...partner }): LeadPartner => partner),
    }));
  }
}

interface Cursor {
  readonly generation: number;
  readonly id: number;
  readonly cnpj: string;
}

function cursorParam(query: Query): Cursor | undefined {
  const text = textParam(query, 'cursor', 60);
  if (text === '') return undefined;
  const [, generation, id, cnpj = ''] = /^(\d{1,9})\.(\d{1,9})\.([0-9A-Z]{14})$/.exec(text) ?? [];
  return cnpj ? { generation: Number(generation), id: Number(id), cnpj } : invalidQuery('cursor');
}

const withoutId = ({ id: _id, ...lead }: LeadRow): Lead => lead;

export const sourceOf = ({ source, date, companies }: Generation): LeadSource => ({
  fonte: source,
  data: date,
  empresas: companies,
});
