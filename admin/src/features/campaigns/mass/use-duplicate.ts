import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useTask } from '../../../shared/use-task';
import type { Campaign } from './types';
import { duplicate } from './use-campaign';

/** Copies a campaign and opens the copy in the editor. */
export function useDuplicate({ id }: Pick<Campaign, 'id'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, run } = useTask();
  const act = (query?: string) =>
    run(async () => {
      const copy = await duplicate(id, query);
      void client.invalidateQueries({ queryKey: ['campaigns'] });
      if (query) void client.invalidateQueries({ queryKey: ['contact-lists'] });
      void navigate(`/campaigns/${copy.id}`);
    });
  return { busy, act };
}
