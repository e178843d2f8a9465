import { Transform } from 'class-transformer';
import { t } from '../../../core/i18n.js';
import { Choice, DateTime, Email, Flag, Password, Phone, Reference, Text } from '../../../core/resource/fields.js';

const manager = t('Gestor da empresa', 'Manager of the company', 'Gestor de la empresa');

/** An empty or unreadable due date becomes null (spec 002 §5). */
const readableDate = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && Number.isNaN(Date.parse(value)) ? null : value;

export class CompanyInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 100 })
  name!: string;

  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico') })
  email!: string;

  @Phone({ label: t('Telefone', 'Phone', 'Teléfono'), optional: true, max: 50 })
  phone!: string | null;

  @Reference({ label: t('Plano', 'Plan', 'Plan'), resource: 'plans' })
  planId!: number;

  @Flag({ label: t('Ativa', 'Active', 'Activa'), default: true })
  status!: boolean;

  @Flag({ label: t('Campanhas habilitadas', 'Campaigns enabled', 'Campañas habilitadas'), default: true })
  campaignsEnabled!: boolean;

  @DateTime({ label: t('Vencimento', 'Due date', 'Vencimiento'), day: true, optional: true })
  @Transform(readableDate)
  dueDate!: string | null;

  @Choice({
    label: t('Recorrência', 'Recurrence', 'Recurrencia'),
    optional: true,
    values: [
      { value: 'MENSAL', label: t('Mensal', 'Monthly', 'Mensual') },
      { value: 'BIMESTRAL', label: t('Bimestral', 'Every two months', 'Bimestral') },
      { value: 'TRIMESTRAL', label: t('Trimestral', 'Quarterly', 'Trimestral') },
      { value: 'SEMESTRAL', label: t('Semestral', 'Half-yearly', 'Semestral') },
      { value: 'ANUAL', label: t('Anual', 'Yearly', 'Anual') },
    ],
  })
  recurrence!: string | null;

  @Text({
    label: t('Nome do gestor', "Manager's name", 'Nombre del gestor'),
    group: manager,
    optional: true,
    min: 2,
    max: 50,
    on: 'create',
  })
  userName!: string | null;

  @Password({
    label: t('Senha do gestor', "Manager's password", 'Contraseña del gestor'),
    group: manager,
    optional: true,
    min: 5,
    max: 50,
    on: 'create',
    help: t(
      'Entra com o e-mail da empresa. Sem senha, o gestor define a sua por e-mail.',
      'Signs in with the e-mail of the company. Without a password the manager sets one by e-mail.',
      'Entra con el correo de la empresa. Sin contraseña, el gestor define la suya por correo.',
    ),
  })
  password!: string | null;
}
