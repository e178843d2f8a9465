import { useState } from 'react';
import type { Hits } from '../data/use-hits';

export interface HitSteps {
  hits: Hits;
  /** Place among the hits, from 1; 0: nowhere yet. */
  place: number;
  /** -1: to an older one, 1: to a newer one. */
  step(by: -1 | 1): void;
  may(by: -1 | 1): boolean;
  close(): void;
}

interface Target {
  messageId: number;
}

/** Going from hit to hit, beginning where the conversation was opened. `target`: the message to go to. */
export function useHitSteps(
  hits: Hits | null,
  landing: Target | null,
): { target: Target | null; steps: HitSteps | null } {
  const [stepped, setStepped] = useState<{ since: Target | null; to: Target } | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  // a later link counts more than what was stepped to before it
  const target = stepped && stepped.since === landing ? stepped.to : landing;
  if (!hits || hits.ids.length === 0 || closed === hits.search) return { target, steps: null };
  const { ids, search } = hits;
  const at = target ? ids.indexOf(target.messageId) : -1;
  const next = (by: -1 | 1) => (at === -1 ? (by === -1 ? ids.length - 1 : -1) : at + by);
  const steps: HitSteps = {
    hits,
    place: at + 1,
    may: (by) => ids[next(by)] !== undefined,
    step: (by) => {
      const messageId = ids[next(by)];
      if (messageId !== undefined) setStepped({ since: landing, to: { messageId } });
    },
    close: () => setClosed(search),
  };
  return { target, steps };
}
