import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, MaxLength, ValidateIf } from 'class-validator';
import type { Profile } from '../../../core/context.js';
import { type Locale, t } from '../../../core/i18n.js';
import {
  Choice,
  Email,
  Flag,
  Items,
  Password,
  Phone,
  Reference,
  References,
  Text,
} from '../../../core/resource/fields.js';
import { type WorkingDay, WorkingDayInput } from '../../platform/companies/working-hours/working-hours.dto.js';

const invalid = { context: { text: t('Valor inválido', 'Invalid value', 'Valor inválido') } };
const rights = t('Permissões', 'Permissions', 'Permisos');
const access = t('Acesso', 'Access', 'Acceso');

export class UserInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico') })
  email!: string;

  @Password({
    label: t('Senha', 'Password', 'Contraseña'),
    optional: true,
    min: 5,
    max: 50,
    help: t(
      'Sem senha, a pessoa recebe um convite por e-mail; ao editar, vazio mantém a atual.',
      'Without one, the person gets an invitation by e-mail; when editing, empty keeps the current one.',
      'Sin contraseña, la persona recibe una invitación por correo; al editar, vacío mantiene la actual.',
    ),
  })
  password!: string | null;

  @Choice({
    label: t('Perfil', 'Profile', 'Perfil'),
    group: rights,
    level: 'admin',
    default: 'user',
    values: [
      { value: 'admin', label: t('Gestor', 'Manager', 'Gestor') },
      { value: 'supervisor', label: t('Supervisor', 'Supervisor', 'Supervisor') },
      { value: 'user', label: t('Atendente', 'Attendant', 'Agente') },
    ],
  })
  profile!: Profile;

  @References({
    label: t('Departamentos', 'Departments', 'Departamentos'),
    group: rights,
    level: 'admin',
    resource: 'queue',
    default: [],
  })
  queueIds!: number[];

  @Reference({
    label: t('Conexão padrão', 'Default connection', 'Conexión predeterminada'),
    group: rights,
    level: 'admin',
    resource: 'whatsapp',
    optional: true,
  })
  whatsappId!: number | null;

  @Choice({
    label: t(
      'Ver conversas sem departamento',
      'See conversations without a department',
      'Ver conversaciones sin departamento',
    ),
    group: rights,
    level: 'admin',
    default: 'desabled',
    values: [
      { value: 'enabled', label: t('Habilitado', 'Enabled', 'Habilitado') },
      { value: 'desabled', label: t('Desabilitado', 'Disabled', 'Deshabilitado') },
    ],
  })
  allTicket!: 'enabled' | 'desabled';

  @Choice({
    label: t('Idioma', 'Language', 'Idioma'),
    default: 'pt',
    values: [
      { value: 'pt', label: t('Português', 'Portuguese', 'Portugués') },
      { value: 'en', label: t('Inglês', 'English', 'Inglés') },
      { value: 'es', label: t('Espanhol', 'Spanish', 'Español') },
    ],
  })
  language!: Locale;

  @Flag({
    label: t('Ativo', 'Active', 'Activo'),
    help: t(
      'Quem está inativo não entra, e as suas conversas abertas voltam para pendentes. Continua contando no limite do plano.',
      'An inactive user cannot sign in, and their open conversations go back to waiting. They still count for the limit of the plan.',
      'Quien está inactivo no entra, y sus conversaciones abiertas vuelven a pendientes. Sigue contando en el límite del plan.',
    ),
    group: access,
    level: 'admin',
    default: true,
  })
  active!: boolean;

  @Items(() => WorkingDayInput, {
    label: t('Horário de acesso', 'Access hours', 'Horario de acceso'),
    help: t(
      'Sem nenhum dia, o acesso é livre. Vale o relógio da empresa; o único gestor entra sempre.',
      'Without a day there is no restriction. The clock of the company applies; the only manager may always enter.',
      'Sin ningún día, el acceso es libre. Vale el reloj de la empresa; el único gestor entra siempre.',
    ),
    group: access,
    level: 'admin',
    default: [],
  })
  accessHours!: WorkingDay[];

  @Flag({
    label: t('Administrador da plataforma', 'Platform administrator', 'Administrador de la plataforma'),
    level: 'super',
    default: false,
  })
  super!: boolean;

  @Reference({
    label: t('Empresa', 'Company', 'Empresa'),
    level: 'super',
    resource: 'companies',
    optional: true,
    on: 'create',
  })
  companyId!: number | null;
}

/** A change of a user, with the password that confirms it. */
export class UserChanges extends UserInput {
  /** Users who change their own e-mail or password confirm it with the current one. */
  @ApiProperty({ type: String, maxLength: 50, required: false, nullable: true })
  @ValidateIf((_object, value) => value !== undefined && value !== null)
  @IsString(invalid)
  @MaxLength(50, invalid)
  currentPassword?: string | null;
}

/** Begins or ends the caller's own break. */
export class PresenceInput {
  @Flag({ label: t('Em pausa', 'On a break', 'En pausa') })
  paused!: boolean;

  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @Text({ label: t('Motivo', 'Reason', 'Motivo'), optional: true, max: 60 })
  reason?: string | null;
}

/** The form with which a visitor opens a company. */
export class SignupInput {
  @Text({ label: t('Nome da empresa', 'Name of the company', 'Nombre de la empresa'), min: 2, max: 100 })
  name!: string;

  @Email({ label: t('E-mail', 'E-mail', 'Correo electrónico') })
  email!: string;

  @Password({ label: t('Senha', 'Password', 'Contraseña'), min: 5, max: 50 })
  password!: string;

  @Text({ label: t('Seu nome', 'Your name', 'Su nombre'), optional: true, min: 2, max: 50 })
  userName!: string | null;

  @Phone({ label: t('Telefone', 'Phone', 'Teléfono'), optional: true, max: 50 })
  phone!: string | null;

  @Reference({ label: t('Plano', 'Plan', 'Plan'), resource: 'plans' })
  planId!: number;
}
