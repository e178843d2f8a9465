import { Injectable } from '@nestjs/common';
import { type Columns, CrudDependencies, CrudService } from '../../../../core/resource/crud.service.js';
import type { Stored } from '../../../../core/resource/record-table.js';
import { flagsOf, Plan, type PlanFlags } from '../plan.entity.js';
import type { PlanInput } from '../plans.dto.js';
import { plans } from '../plans.resource.js';

/** The part of a plan that visitors may see. */
export interface PlanOffer
  extends Pick<Plan, 'id' | 'name' | 'users' | 'connections' | 'queues' | 'value'>,
    PlanFlags {}

export interface PlanRecord extends Columns<Plan, PlanInput>, Pick<PlanFlags, 'useOpenAi'> {}

@Injectable()
export class PlansService extends CrudService<Plan, PlanInput, PlanRecord> {
  constructor(deps: CrudDependencies) {
    super(plans, deps);
  }

  /** The plans that visitors may choose. */
  async offers(): Promise<PlanOffer[]> {
    const found = await this.em.find(Plan, { isPublic: true }, { orderBy: { name: 'asc' } });
    return found.map(offerOf);
  }

  async isPublic(id: number): Promise<boolean> {
    return (await this.em.count(Plan, { id, isPublic: true })) > 0;
  }

  override create({ useOpenAi, ...input }: PlanInput): Promise<PlanRecord> {
    return super.create({ ...input, useAiActive: input.useAiActive ?? useOpenAi });
  }

  /** Clients send records back with both names: the value that differs from the stored one is the change. */
  override async update(id: number, { useOpenAi, ...input }: Partial<PlanInput>): Promise<PlanRecord> {
    const { useAiActive } = await this.find(id);
    const isChanged = useOpenAi !== undefined && useOpenAi !== null && useOpenAi !== useAiActive;
    return super.update(id, isChanged ? { ...input, useAiActive: useOpenAi } : input);
  }

  protected override async present(rows: readonly Stored<Plan>[]): Promise<PlanRecord[]> {
    return this.records(rows, ({ useAiActive }) => ({ useOpenAi: useAiActive }));
  }
}

const offerOf = (plan: Plan): PlanOffer => {
  const { id, name, users, connections, queues, value } = plan;
  return { id, name, users, connections, queues, value, ...flagsOf(plan) };
};
