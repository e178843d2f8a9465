import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, Matches, ValidateIf } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { Reference } from '../../../core/resource/fields.js';
import { invalid } from '../../../core/resource/json-field.js';
import { plainCnpj } from './lead-opt-outs.dto.js';

/** The maximum of companies in one request. */
export const maxLeads = 1000;

export class PickLeadsInput {
  /** If absent, the first companies of the search that the query describes are used. */
  @ApiProperty({
    type: 'array',
    items: { type: 'string', example: '11222333000181' },
    maxItems: maxLeads,
    required: false,
  })
  @Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(plainCnpj) : value))
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsArray(invalid)
  @ArrayMaxSize(maxLeads, invalid)
  @Matches(/^[0-9A-Z]{12}\d{2}$/, { ...invalid, each: true })
  cnpjs?: string[] | null;
}

export class AddLeadsInput extends PickLeadsInput {
  @Reference({ label: t('Tag', 'Tag', 'Etiqueta'), resource: 'tags', optional: true })
  tagId?: number | null;
}

export class ListLeadsInput extends PickLeadsInput {
  @Reference({ label: t('Lista de contatos', 'Contact list', 'Lista de contactos'), resource: 'contact-lists' })
  contactListId!: number;
}
