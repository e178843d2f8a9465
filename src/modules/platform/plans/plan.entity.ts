import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { Opt } from '@mikro-orm/postgresql';
import { BaseEntity } from '../../../core/database/base.entity.js';

/** Flags that a plan switches on or off, with the names of spec 002 §3. */
export const planFeatures = [
  'useCampaigns',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
  'useKanban',
  'useIntegrations',
  'useAiActive',
  'useSms',
  'useLeads',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

/** The flags in the form of API answers. */
export type PlanFlags = Record<PlanFeature, boolean> & {
  /** An alias of `useAiActive` that some existing clients use. */
  readonly useOpenAi: boolean;
};

export const flagsOf = (plan: Readonly<Record<PlanFeature, boolean>>): PlanFlags => ({
  ...(Object.fromEntries(planFeatures.map((flag) => [flag, plan[flag]])) as Record<PlanFeature, boolean>),
  useOpenAi: plan.useAiActive,
});

/** What a company may use, and how much of it. */
@Entity({ tableName: 'plans' })
@Unique({ properties: ['name'] })
export class Plan extends BaseEntity {
  @Property({ length: 50 })
  name!: string;

  /** The maximum of users, connections and departments of a company. */
  @Property({ type: 'integer' })
  users!: number;

  @Property({ type: 'integer' })
  connections!: number;

  @Property({ type: 'integer' })
  queues!: number;

  /** How many companies of /leads a company may export or add to its contacts in a month. */
  @Property({ type: 'integer', default: 1000 })
  leadsLimit!: number & Opt;

  /** The monthly price in reais. */
  @Property({ type: 'double' })
  value!: number;

  /** The plan is offered to visitors who sign up. */
  @Property({ type: 'boolean', default: true })
  isPublic!: boolean;

  @Property({ type: 'boolean' }) useCampaigns!: boolean;
  @Property({ type: 'boolean' }) useSchedules!: boolean;
  @Property({ type: 'boolean' }) useInternalChat!: boolean;
  @Property({ type: 'boolean' }) useExternalApi!: boolean;
  @Property({ type: 'boolean' }) useKanban!: boolean;
  @Property({ type: 'boolean' }) useIntegrations!: boolean;
  @Property({ type: 'boolean' }) useAiActive!: boolean;
  @Property({ type: 'boolean' }) useSms!: boolean;
  @Property({ type: 'boolean' }) useLeads!: boolean;
}
