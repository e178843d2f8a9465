/**
 * What must happen in the same transaction, said by an earlier module and done by later ones that it may not know: the
 * one alternative would be a circle (design.md §5, "must be atomic").
 */
export class Hooks<E extends object> {
  private readonly steps = new Set<(event: E) => Promise<void>>();

  /** Adds a step; answers how to take it away again, for applications that come and go in one process. */
  register(step: (event: E) => Promise<void>): () => void {
    this.steps.add(step);
    return () => this.steps.delete(step);
  }

  /** Runs every step, one after the other; a refusal of one stops the transaction. */
  async run(event: E): Promise<void> {
    for (const step of this.steps) await step(event);
  }
}
