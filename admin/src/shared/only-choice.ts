/** What alone can be chosen: what a new record begins with. */
export const onlyChoice = <Id>(choices: readonly { readonly id: Id }[] = []): Id | null =>
  choices.length === 1 ? (choices[0]?.id ?? null) : null;
