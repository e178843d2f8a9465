/** What the texts of a campaign may contain for every recipient. */
export const recipientVariables = ['nome', 'numero', 'email'] as const;

const variablePattern = /\{\{([^{}\n]{0,99})\}\}|\{([^{}\s][^{}\n]{0,99})?\}/g;

/** Fills `{name}` in one pass, as the server does when it sends; `values` by names in lower case. What is unknown is left out. */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(
    variablePattern,
    (_, double?: string, single = '') => values[(double ?? single).trim().toLowerCase()] ?? '',
  );
}

/** The numbers of the messages that have a text, which are sent in turn. */
export function filledNumbers(texts: readonly (string | null | undefined)[]): number[] {
  return texts.flatMap((text, index) => (text?.trim() ? [index + 1] : []));
}
