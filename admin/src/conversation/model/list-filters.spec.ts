import { describe, expect, it } from '@jest/globals';
import { NO_QUEUE, queueParams, readFilters, writeFilters } from './list-filters';

describe('the filters in the address', () => {
  const usual = readFilters('');

  it('are left out when they have their defaults', () => {
    expect(usual).toEqual({ tab: 'open', search: '', tags: [], users: [], showAll: null, queueIds: null });
    expect(writeFilters('?tab=search&searchParam=oi&tags=1-2&users=3&showAll=true&queueIds=4', usual)).toBe('');
  });

  it('are read as they were written', () => {
    const filters = {
      tab: 'search' as const,
      search: 'orçamento & visita',
      tags: [3, 1],
      users: [7],
      showAll: false,
      queueIds: [2, 5],
    };
    const query = writeFilters('', filters);
    expect(readFilters(query)).toEqual(filters);
    expect(query).toContain('tags=3-1&users=7&showAll=false&queueIds=2-5');
  });

  it('distinguish no queue from all queues', () => {
    expect(readFilters(writeFilters('', { queueIds: [] })).queueIds).toEqual([]);
    expect(readFilters(writeFilters('?queueIds=4', { queueIds: null })).queueIds).toBeNull();
    expect(readFilters('?queueIds=4-0').queueIds).toEqual([4, NO_QUEUE]);
    expect(queueParams([4, NO_QUEUE])).toEqual({ queueIds: '[4]', withoutQueue: 'true' });
    expect(queueParams([4])).toEqual({ queueIds: '[4]', withoutQueue: 'false' });
  });

  it('change one by one and keep other parameters', () => {
    expect(writeFilters('?other=1&tab=closed&tags=1', { tab: 'pending' })).toBe('?other=1&tab=pending&tags=1');
  });

  it('keep the search on its own tab only', () => {
    expect(writeFilters('?tab=search&searchParam=oi&tags=1', { tab: 'closed' })).toBe('?tab=closed&tags=1');
    expect(writeFilters('?tab=closed', { tab: 'search', search: 'oi' })).toBe('?tab=search&searchParam=oi');
  });

  it('fall back to the defaults when invalid', () => {
    expect(readFilters('?tab=nothing&tags=a-0-1.5--2&showAll=yes&queueIds=x')).toEqual({
      ...usual,
      tags: [2],
      queueIds: [],
    });
    expect(readFilters(`?searchParam=${'x'.repeat(500)}`).search).toHaveLength(200);
  });
});
