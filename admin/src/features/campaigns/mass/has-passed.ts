/** Whether the start of a campaign is in the past. */
export const hasPassed = (at: string): boolean => Date.parse(at) < Date.now();
