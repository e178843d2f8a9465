import { t } from '../../../core/i18n.js';
import { Item, Multiline, Phone, Text } from '../../../core/resource/fields.js';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

const CustomerNumber = () =>
  Phone({
    label: t('Número do cliente', 'Number of the customer', 'Número del cliente'),
    min: 8,
    max: 15,
    pattern: /^\d+$/,
  });

export class SandboxMedia {
  @Text({ label: t('Tipo', 'Type', 'Tipo'), max: 100 })
  mime!: string;

  @Text({ label: t('Nome', 'Name', 'Nombre'), max: 200 })
  name!: string;

  /** At most 7 MB of base64, because the JSON body may have 10 MB. */
  @Text({ label: t('Conteúdo', 'Content', 'Contenido'), max: 7_000_000, pattern: base64 })
  data!: string;
}

/** A message that a customer of the sandbox sends. */
export class SandboxMessageInput {
  @CustomerNumber()
  from!: string;

  @Text({ label: t('Nome do cliente', 'Name of the customer', 'Nombre del cliente'), min: 1, max: 50 })
  name!: string;

  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje'), default: '' })
  body!: string;

  @Item(() => SandboxMedia, { label: t('Arquivo', 'File', 'Archivo'), optional: true })
  media!: SandboxMedia | null;

  @Text({ label: t('Mensagem citada', 'Quoted message', 'Mensaje citado'), optional: true, max: 200 })
  quotedId!: string | null;
}

/** A message that the customer sent, by its id on the phone. */
export class SandboxDeletionInput {
  @CustomerNumber()
  number!: string;

  @Text({ label: t('Mensagem', 'Message', 'Mensaje'), min: 1, max: 200 })
  id!: string;
}

export class SandboxEditInput extends SandboxDeletionInput {
  @Multiline({ label: t('Mensagem', 'Message', 'Mensaje') })
  body!: string;
}

export class SandboxReadInput {
  @CustomerNumber()
  number!: string;
}
