import { OmitType, PartialType } from '@nestjs/swagger';
import { t } from '../../../core/i18n.js';
import { Email, Flag, Items, Phone, Reference, References, Text } from '../../../core/resource/fields.js';

export class ExtraInfoInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 100 })
  name!: string;

  @Text({ label: t('Valor', 'Value', 'Valor'), max: 1000 })
  value!: string;
}

export class ContactInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Phone({
    label: t('Número', 'Number', 'Número'),
    min: 8,
    max: 50,
    help: t(
      'DDD e número; de outro país, com + e o código do país',
      'Area code and number; of another country with + and its code',
      'Área y número; de otro país, con + y el código del país',
    ),
  })
  number!: string;

  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico'), optional: true })
  email!: string | null;

  @Items(() => ExtraInfoInput, {
    label: t('Informações adicionais', 'Further information', 'Información adicional'),
    default: [],
  })
  extraInfo!: ExtraInfoInput[];

  @References({ label: t('Tags', 'Tags', 'Etiquetas'), resource: 'tags', max: 20, default: [] })
  tagIds!: number[];

  @Flag({
    label: t('Não quer receber campanhas', 'Wants no campaigns', 'No quiere recibir campañas'),
    default: false,
  })
  optedOut!: boolean;
}

/** The input of a program: the number identifies the contact, and the other fields are optional changes. */
export class UpsertContactInput extends PartialType(OmitType(ContactInput, ['number', 'tagIds'])) {
  @Phone({ label: t('Número', 'Number', 'Número'), max: 50 })
  number!: string;
}

/** A file of contacts. */
export class ContactsFileInput {
  /** Of each column a `role` of {@link FoundColumn}, separated by commas. */
  @Text({ label: t('Colunas', 'Columns', 'Columnas'), max: 2000, optional: true })
  columns!: string | null;
}

export class MergeInput {
  @Reference({ label: t('Contato', 'Contact', 'Contacto'), resource: 'contacts' })
  contactId!: number;
}

export class EraseInput {
  @Phone({
    label: t('Número do contato', 'Number of the contact', 'Número del contacto'),
    max: 150,
    help: t('Repita o número para confirmar', 'Repeat the number to confirm', 'Repita el número para confirmar'),
  })
  number!: string;
}
