import type { Localized } from '../i18n.js';

/** How many records of a resource the plan of a company allows; the module that knows plans implements it. */
export abstract class PlanLimits {
  /**
   * Locks the company until the transaction ends, so that two creations cannot both use the last free slot.
   * @param limit the member of the plan with the limit
   * @param records what is counted, in the plural
   * @throws 403 ERR_NO_PERMISSION that names the limit
   */
  abstract assertWithinLimit(limit: string, records: Localized, count: () => Promise<number>): Promise<void>;
}
