import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ApiError, api, apiDownload } from '../../../providers/http';
import { onResync, useSocketEvent } from '../../../providers/realtime';
import { useNotifyError } from '../../../shared/error-text';
import type { ReportName } from './use-report-filters';

export type ReportFile = Schemas['ReportExportView'];
export type FileFormat = ReportFile['format'];

const path = '/relatories/exports';
const queryKey = [path];

export const isUnfinished = ({ status }: Pick<ReportFile, 'status'>) => status === 'waiting' || status === 'running';

/** The files of the user that jobs write; progress comes by events. */
export function useReportFiles() {
  const client = useQueryClient();
  const notify = useNotify();
  const files = useQuery({ queryKey, queryFn: ({ signal }) => api<ReportFile[]>(path, { signal }) });
  useEffect(() => onResync(() => void client.invalidateQueries({ queryKey })), [client]);
  useSocketEvent('reportExport', (event) => {
    const known = client.getQueryData<ReportFile[]>(queryKey);
    if (event.action === 'update' && isUnfinished(event.reportExport) && known) {
      const merged = known.map((file) =>
        file.id === event.reportExport.id ? { ...file, ...event.reportExport } : file,
      );
      client.setQueryData(queryKey, merged);
      return;
    }
    if (event.action === 'update' && event.reportExport.status === 'ready')
      notify('reports.files.ready_toast', { type: 'success' });
    if (event.action === 'update' && event.reportExport.status === 'failed')
      notify('reports.files.failed_toast', { type: 'error' });
    void client.invalidateQueries({ queryKey });
  });
  const remove = useMutation({
    mutationFn: (id: number) => api(`${path}/${id}`, { method: 'DELETE' }),
    onError: useNotifyError(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return { files, remove: remove.mutate };
}

/** Downloads a report at once or, where it is too large for that, has it written by a job. @returns whether it was the latter */
export async function exportReport(report: ReportName, format: FileFormat, query: string): Promise<boolean> {
  try {
    const name = report === 'attendants' ? 'relatorio-atendentes' : 'relatorio-conversas';
    await apiDownload(`/relatories/export?${query}&${new URLSearchParams({ report, format })}`, `${name}.${format}`);
    return false;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_EXPORT_TOO_LARGE') throw error;
    await api(path, { method: 'POST', body: { report, format, query } });
    return true;
  }
}
