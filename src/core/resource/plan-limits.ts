import type { Localized } from '../i18n.js';

/** How many records of a resource the plan of a company allows; implemented by the module that knows plans. */
export abstract class PlanLimits {
  /**
   * Locks the company until the transaction ends, so that two creations cannot both take the last place.
   * @param limit member of the plan that holds the bound
   * @param records what is counted, in the plural
   * @throws 403 ERR_NO_PERMISSION naming the bound
   */
  abstract assertWithinLimit(limit: string, records: Localized, count: () => Promise<number>): Promise<void>;
}
