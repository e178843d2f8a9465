import { IsBoolean, IsOptional } from 'class-validator';
import { t } from '../../../core/i18n.js';
import { Flag, Int, Money, PlainFlag, Text } from '../../../core/resource/fields.js';

const features = t('Recursos', 'Features', 'Recursos');
const limits = t('Limites', 'Limits', 'Límites');
const feature = (pt: string, en: string, es: string) => ({ label: t(pt, en, es), group: features, default: true });

export class PlanInput {
  @Text({ label: t('Nome', 'Name', 'Nombre'), min: 2, max: 50 })
  name!: string;

  @Money({ label: t('Valor', 'Price', 'Precio') })
  value!: number;

  @Int({ label: t('Usuários', 'Users', 'Usuarios'), group: limits })
  users!: number;

  @Int({ label: t('Conexões', 'Connections', 'Conexiones'), group: limits })
  connections!: number;

  @Int({ label: t('Departamentos', 'Departments', 'Departamentos'), group: limits })
  queues!: number;

  @Int({
    label: t('Leads por mês', 'Leads a month', 'Leads por mes'),
    group: limits,
    help: t(
      'Empresas que podem ser exportadas ou adicionadas aos contatos',
      'Companies that may be exported or added to the contacts',
      'Empresas que se pueden exportar o añadir a los contactos',
    ),
    default: 1000,
  })
  leadsLimit!: number;

  @Flag({
    label: t('Oferecido no cadastro', 'Offered at the sign-up', 'Ofrecido en el registro'),
    help: t(
      'Desligado, só a plataforma escolhe este plano para uma empresa.',
      'When off, only the platform gives this plan to a company.',
      'Desactivado, solo la plataforma asigna este plan a una empresa.',
    ),
    default: true,
  })
  isPublic!: boolean;

  @Flag(feature('Campanhas', 'Campaigns', 'Campañas'))
  useCampaigns!: boolean;

  @Flag(feature('Agendamentos', 'Schedules', 'Programaciones'))
  useSchedules!: boolean;

  @Flag(feature('Chat interno', 'Internal chat', 'Chat interno'))
  useInternalChat!: boolean;

  @Flag(feature('API externa', 'External API', 'API externa'))
  useExternalApi!: boolean;

  @Flag(feature('Kanban', 'Kanban', 'Kanban'))
  useKanban!: boolean;

  @Flag(feature('Integrações', 'Integrations', 'Integraciones'))
  useIntegrations!: boolean;

  @Flag(feature('Inteligência artificial', 'Artificial intelligence', 'Inteligencia artificial'))
  useAiActive!: boolean;

  /** An alias of `useAiActive` in the forms of existing clients; our own forms do not have it. */
  @IsOptional()
  @PlainFlag()
  @IsBoolean()
  useOpenAi?: boolean;

  @Flag(feature('SMS', 'SMS', 'SMS'))
  useSms!: boolean;

  @Flag(feature('Leads', 'Leads', 'Leads'))
  useLeads!: boolean;
}
