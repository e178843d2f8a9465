import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { isValidPhoneNumber } from 'libphonenumber-js/mobile';
import { Audit } from '../../core/audit/audit.js';
import { Context } from '../../core/context.js';
import { type Localized, t } from '../../core/i18n.js';
import { CsvExporter } from '../../core/resource/csv-exporter.js';
import type { Query } from '../../core/resource/list-query.js';
import { ContactsService, type ListedContact } from '../contacts/contacts.service.js';
import { LeadQuotas } from './lead-quotas.service.js';
import type { Lead, LeadQuota, LeadSource } from './lead-view.js';
import { type AddLeadsInput, maxLeads, type PickLeadsInput } from './leads.dto.js';
import { LeadsService, sourceOf } from './leads.service.js';

/** What became of companies that were added to the contacts. */
export interface LeadsAdded {
  readonly empresas: number;
  readonly adicionados: number;
  /** Their number was a contact's already, or another company's of the same call. */
  readonly existentes: number;
  readonly sem_celular: number;
  readonly cota: LeadQuota;
}

interface Column {
  readonly heading: Localized;
  readonly value: (lead: Lead) => string;
}

const phoneText = ({ ddd, numero }: Lead['telefones'][number]): string => `(${ddd}) ${numero}`;

/** Without the partners: their names stay in the sheet (LGPD). */
const columns: readonly Column[] = [
  { heading: t('CNPJ', 'CNPJ', 'CNPJ'), value: ({ cnpj }) => formatCnpj(cnpj) },
  { heading: t('Razão social', 'Registered name', 'Razón social'), value: ({ razao_social }) => razao_social },
  { heading: t('Nome fantasia', 'Trade name', 'Nombre comercial'), value: ({ nome_fantasia }) => nome_fantasia },
  { heading: t('Matriz ou filial', 'Head office or branch', 'Matriz o filial'), value: (l) => l.matriz_filial },
  { heading: t('Situação', 'Status', 'Situación'), value: ({ situacao_cadastral }) => situacao_cadastral },
  { heading: t('Abertura', 'Opened', 'Apertura'), value: ({ data_abertura }) => dayText(data_abertura) },
  { heading: t('Porte', 'Size', 'Tamaño'), value: ({ porte }) => porte },
  {
    heading: t('Capital social', 'Capital', 'Capital social'),
    value: ({ capital_social }) => capital_social.toFixed(2).replace('.', ','),
  },
  { heading: t('Simples', 'Simples', 'Simples'), value: ({ simples }) => simples },
  { heading: t('MEI', 'MEI', 'MEI'), value: ({ mei }) => mei },
  { heading: t('CNAE', 'CNAE', 'CNAE'), value: ({ atividade_principal: { codigo } }) => codigo },
  { heading: t('Atividade', 'Activity', 'Actividad'), value: ({ atividade_principal: { descricao } }) => descricao },
  { heading: t('Telefone', 'Phone', 'Teléfono'), value: ({ telefones: [first] }) => (first ? phoneText(first) : '') },
  {
    heading: t('Telefone 2', 'Phone 2', 'Teléfono 2'),
    value: ({ telefones: [, second] }) => (second ? phoneText(second) : ''),
  },
  { heading: t('E-mail', 'E-mail', 'Correo electrónico'), value: ({ email }) => email },
  { heading: t('Endereço', 'Address', 'Dirección'), value: ({ endereco }) => endereco },
  { heading: t('Bairro', 'District', 'Barrio'), value: ({ bairro }) => bairro },
  { heading: t('Município', 'City', 'Municipio'), value: ({ municipio }) => municipio },
  { heading: t('Estado', 'State', 'Estado'), value: ({ estado }) => estado },
  { heading: t('CEP', 'Postcode', 'Código postal'), value: ({ cep }) => cep },
];
const sourceHeadings = [t('Fonte', 'Source', 'Fuente'), t('Data da fonte', 'Date of the source', 'Fecha de la fuente')];

/** What leaves the finder: files and contacts, counted against the plan. */
@Injectable()
export class LeadPicks {
  constructor(
    private readonly context: Context,
    private readonly audit: Audit,
    private readonly csvExporter: CsvExporter,
    private readonly contacts: ContactsService,
    private readonly leads: LeadsService,
    private readonly quotas: LeadQuotas,
  ) {}

  /** @throws 409 beyond the plan, and as {@link CsvExporter.csv} */
  async csv(input: PickLeadsInput, query: Query): Promise<Readable> {
    const { locale } = this.context;
    let rows: string[][] = [];
    return this.csvExporter.csv({
      action: 'leads.exported',
      filter: input.cnpjs ? { cnpjs: input.cnpjs.length } : query,
      headings: [...columns.map(({ heading }) => heading[locale]), ...sourceHeadings.map((text) => text[locale])],
      prepare: async () => {
        const leads = await this.pick(input, query);
        await this.quotas.take(leads.map(({ cnpj }) => cnpj));
        const generation = await this.leads.generation();
        const source = sourceCells(generation && sourceOf(generation));
        rows = leads.map((lead) => [...columns.map(({ value }) => value(lead)), ...source]);
      },
      batches: (async function* () {
        yield rows;
      })(),
    });
  }

  /** Companies by their first mobile number; landlines are not written to. @throws 409 beyond the plan, 404 for the tag */
  async add({ tagId = null, ...input }: AddLeadsInput, query: Query): Promise<LeadsAdded> {
    const leads = await this.pick(input, query);
    const cota = await this.quotas.take(leads.map(({ cnpj }) => cnpj));
    const listed = leads.flatMap((lead) => contactOf(lead, (number) => this.contacts.normalise(number)) ?? []);
    const added = await this.contacts.addAll(listed, tagId);
    this.audit.record('leads.added', null, { companies: leads.length, added });
    return {
      empresas: leads.length,
      adicionados: added,
      existentes: listed.length - added,
      sem_celular: leads.length - listed.length,
      cota,
    };
  }

  private async pick({ cnpjs }: PickLeadsInput, query: Query): Promise<Lead[]> {
    if (!(await this.leads.generation())) return [];
    return cnpjs ? this.leads.byCnpj([...new Set(cnpjs)]) : this.leads.first(query, maxLeads);
  }
}

const sourceCells = (source: LeadSource | undefined): string[] => [source?.fonte ?? '', dayText(source?.data ?? null)];

const dayText = (day: string | null): string => day?.split('-').reverse().join('/') ?? '';

const formatCnpj = (cnpj: string): string => cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');

/** The form's maxima. */
const maxName = 50;
const maxEmail = 255;

function contactOf(lead: Lead, normalise: (number: string) => string): ListedContact | undefined {
  const number = lead.telefones
    .map(({ ddd, numero }) => normalise(`55${ddd}${numero}`))
    .find((each) => isValidPhoneNumber(`+${each}`));
  if (!number) return undefined;
  const name = (lead.nome_fantasia || lead.razao_social).slice(0, maxName);
  // as the form of a contact checks it
  const email =
    isEmail(lead.email, { allow_utf8_local_part: false }) && lead.email.length <= maxEmail ? lead.email : '';
  return { number, name, email, extraInfo: [{ id: 1, name: 'CNPJ', value: formatCnpj(lead.cnpj) }] };
}
