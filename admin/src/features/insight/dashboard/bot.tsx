import { useTranslate } from 'react-admin';
import type { Schemas } from '../../../providers/api-types';
import { ChartCard } from '../../../shared/charts/chart-card';
import { ShareList } from '../../../shared/charts/share-list';
import { percent } from './periods';
import { downloadTable, useFigures } from './use-dashboard';

const outcomes = [
  ['contained', 'contained'],
  ['handedOver', 'handed_over'],
  ['abandoned', 'abandoned'],
] as const;

/** What became of conversations in which the bot took part, and what customers chose in its menus. */
export function Bot({ query }: { query: string | null }) {
  const translate = useTranslate();
  const figures = useFigures<Schemas['BotFigures']>('/bot', query);
  const { attendances = 0, contained = 0, handedOver = 0, abandoned = 0, choices = [] } = figures.data ?? {};
  const before = figures.data?.previous;
  return (
    <ChartCard
      title={translate('dashboard.bot.title')}
      lead={translate('dashboard.bot.lead', {
        attendances,
        contained,
        handed_over: handedOver,
        abandoned,
        before: percent(before?.contained ?? 0, before?.attendances ?? 0),
      })}
      query={figures}
      empty={attendances === 0}
      height={120}
      table={{
        headings: [
          translate('dashboard.bot.choice'),
          translate('dashboard.conversations'),
          translate('dashboard.bot.handed_over'),
        ],
        rows: choices.map(({ queueId, queue, option, attendances: chosen, handedOver: handed }) => ({
          key: `${queueId} ${option ?? ''}`,
          cells: [option === null ? queue : `${queue} › ${option}`, chosen, handed],
        })),
      }}
      onDownload={() => downloadTable('bot', query)}
    >
      <ShareList
        shares={outcomes.map(([name, text]) => {
          const count = { contained, handedOver, abandoned }[name];
          return {
            key: name,
            label: translate(`dashboard.bot.${text}`),
            value: `${count} · ${percent(count, attendances)}`,
            part: attendances === 0 ? 0 : count / attendances,
          };
        })}
      />
    </ChartCard>
  );
}
