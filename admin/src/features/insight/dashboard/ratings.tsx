import { useTranslate } from 'react-admin';
import { ChartCard } from '../../../shared/charts/chart-card';
import { ShareList } from '../../../shared/charts/share-list';
import { formatDecimal } from '../../../shared/format';
import { FigureLink } from './figure-link';
import { percent } from './periods';
import { type Dashboard, downloadTable, type useFigures, useReportLink } from './use-dashboard';

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const average = (counts: readonly number[]) => {
  const points = sum(counts.map((count, index) => count * (index + 1)));
  return sum(counts) === 0 ? '—' : formatDecimal(points / sum(counts));
};

interface RatingsProps {
  figures: ReturnType<typeof useFigures<Dashboard>>;
  query: string | null;
}

/** What customers thought of the attendances of the period. */
export function Ratings({ figures, query }: RatingsProps) {
  const translate = useTranslate();
  const report = useReportLink(figures.data?.period);
  const counts = figures.data?.counters.ratings ?? [];
  const total = sum(counts);
  const rows = counts
    .map((count, index) => ({ count, rating: index + 1, name: translate(`dashboard.rating.${index + 1}`) }))
    .toReversed();
  return (
    <ChartCard
      title={translate('dashboard.ratings')}
      lead={translate('dashboard.ratings_lead', {
        average: average(counts),
        before: average(figures.data?.previous.ratings ?? []),
      })}
      query={figures}
      empty={total === 0}
      height={120}
      table={{
        headings: [translate('dashboard.rating_heading'), translate('dashboard.conversations')],
        rows: rows.map(({ rating, name, count }) => ({ key: rating, cells: [name, count] })),
      }}
      onDownload={() => downloadTable('ratings', query)}
    >
      <ShareList
        shares={rows.map(({ rating, name, count }) => ({
          key: rating,
          label: name,
          value: (
            <>
              <FigureLink to={report({ rating })} label={name}>
                {count}
              </FigureLink>{' '}
              · {percent(count, total)}
            </>
          ),
          part: total === 0 ? 0 : count / total,
        }))}
      />
    </ChartCard>
  );
}
