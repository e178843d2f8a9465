export const steps = ['audience', 'message', 'sending', 'review'] as const;
export type Step = (typeof steps)[number];

const numbers = [1, 2, 3, 4, 5] as const;
export const messageNames = numbers.map((number) => `message${number}` as const);
export const confirmationNames = numbers.map((number) => `confirmationMessage${number}` as const);

const messageFields = [...messageNames, 'confirmation', ...confirmationNames, 'template', 'media', 'fileListId'];
const sendingFields = [
  ...(['scheduledAt', 'queueId', 'tagId', 'sendFrom', 'sendUntil', 'weekdays'] as const),
  ...(['recipientHours', 'frequencyDays'] as const),
  ...(['messageInterval', 'longerIntervalAfter', 'greaterInterval'] as const),
];

/** The step that a field belongs to; `template.params.body.1` belongs to that of `template`. */
export function stepOf(name: string): Step {
  const [first = ''] = name.split('.');
  if (messageFields.includes(first)) return 'message';
  return (sendingFields as readonly string[]).includes(first) ? 'sending' : 'audience';
}
