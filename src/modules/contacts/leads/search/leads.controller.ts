import { applyDecorators, Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Allow, ManualTransaction, Plan } from '../../../../core/access/decorators.js';
import { attachmentHeaders } from '../../../../core/resource/csv-exporter.js';
import { AddLeadsInput, ListLeadsInput, PickLeadsInput } from '../leads.dto.js';
import { LeadPicksService, type LeadsAdded, type LeadsListed } from '../picking/lead-picks.service.js';
import { LeadQuotasService } from '../picking/lead-quotas.service.js';
import { leadFilterNames } from './lead-filters.js';
import type { LeadActivity, LeadOrigin, LeadQuota, LeadSheet } from './lead-view.js';
import type { Municipality } from './leads.queries.js';
import { type LeadPage, type LeadState, LeadsService } from './leads.service.js';
import type { Sector } from './sectors.js';

type Values = Record<string, unknown>;

const Filters = (...also: readonly string[]) =>
  applyDecorators(
    ...[...leadFilterNames, ...also].map((name) =>
      ApiQuery({ name, required: false, ...(name === 'cnae_principal' ? { isArray: true, type: String } : {}) }),
    ),
  );

@ApiTags('leads')
@Controller('leads')
@Allow('admin')
@Plan('useLeads')
export class LeadsController {
  constructor(
    private readonly leads: LeadsService,
    private readonly picks: LeadPicksService,
    private readonly quotas: LeadQuotasService,
  ) {}

  @Get('setores')
  @ApiOperation({ summary: 'Divisions of CNAE with their sections' })
  sectors(): readonly Sector[] {
    return this.leads.sectors();
  }

  @Get('categorias')
  @ApiQuery({ name: 'setor', required: false, description: 'A division, or the letter of a section' })
  @ApiQuery({ name: 'pesquisa', required: false })
  @ApiOperation({
    summary: 'Activities (CNAE) of a sector, or those that words of people or of the titles mean, the likeliest first',
  })
  activities(@Query() query: Values): Promise<LeadActivity[]> {
    return this.leads.activities(query);
  }

  @Get('estados')
  @ApiOperation({ summary: 'The states, by name' })
  states(): LeadState[] {
    return this.leads.states();
  }

  @Get('municipios')
  @ApiQuery({ name: 'estado', description: 'Its two letters' })
  @ApiOperation({ summary: 'Municipalities of a state and how many companies each has' })
  municipalities(@Query() query: Values): Promise<Municipality[]> {
    return this.leads.municipalities(query);
  }

  @Get('fonte')
  @ApiOperation({ summary: 'Where the companies come from' })
  origin(): Promise<LeadOrigin> {
    return this.leads.origin();
  }

  @Get('cota')
  @ApiOperation({
    summary:
      'How many companies with a mobile number that is in no contact yet may still be exported or added this month',
  })
  quota(): Promise<LeadQuota> {
    return this.quotas.get();
  }

  @Get('empresas')
  @Filters('cursor')
  @ApiOperation({ summary: 'Companies, 20 a page, by state, municipality, activity and name' })
  page(@Query() query: Values): Promise<LeadPage> {
    return this.leads.page(query);
  }

  @Post('empresas/exportar')
  @HttpCode(200)
  @ManualTransaction()
  @Filters()
  @ApiProduces('text/csv')
  @ApiOperation({ summary: 'The given companies, or the first 1 000 of a search, as CSV without their partners' })
  async export(@Body() input: PickLeadsInput, @Query() query: Values, @Res() reply: FastifyReply): Promise<void> {
    const table = await this.picks.csv(input, query);
    void attachmentHeaders(reply, 'text/csv; charset=utf-8', 'leads.csv').send(table);
  }

  @Post('empresas/contatos')
  @HttpCode(200)
  @Filters()
  @ApiOperation({ summary: 'Add the given companies, or the first 1 000 of a search, to the contacts' })
  add(@Body() input: AddLeadsInput, @Query() query: Values): Promise<LeadsAdded> {
    return this.picks.add(input, query);
  }

  @Post('empresas/lista')
  @HttpCode(200)
  @Filters()
  @ApiOperation({ summary: 'Put the given companies, or the first 1 000 of a search, on a list of contacts' })
  list(@Body() input: ListLeadsInput, @Query() query: Values): Promise<LeadsListed> {
    return this.picks.list(input, query);
  }

  @Get('empresas/:cnpj')
  @ApiOperation({ summary: 'A company with its partners' })
  sheet(@Param('cnpj') cnpj: string): Promise<LeadSheet> {
    return this.leads.sheet(cnpj);
  }

  @Get('busca_setores')
  @ApiOperation({ summary: 'As GET /leads/setores, under the name that existing clients call' })
  foreignSectors(): readonly Sector[] {
    return this.leads.sectors();
  }

  @Get('busca_categorias')
  @ApiQuery({ name: 'setor', required: false })
  @ApiOperation({ summary: 'As GET /leads/categorias, under the name that existing clients call' })
  foreignActivities(@Query() query: Values): Promise<LeadActivity[]> {
    return this.leads.activities(query);
  }

  @Get('filtra_empresas')
  @Filters('cursor')
  @ApiOperation({
    summary:
      'As GET /leads/empresas, under the name that existing clients call: a bare list, with partners; X-Next-Cursor leads to the next 20',
  })
  async foreignPage(@Query() query: Values, @Res({ passthrough: true }) reply: FastifyReply): Promise<LeadSheet[]> {
    const { companies, cursor } = await this.leads.sheets(query);
    if (cursor) void reply.header('x-next-cursor', cursor);
    return companies;
  }
}
