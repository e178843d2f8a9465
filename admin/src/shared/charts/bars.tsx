import { Box, type Palette, useMediaQuery, useTheme } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { textSize } from '../type-scale';

export interface Series {
  name: string;
  values: readonly number[];
}

/** The colours of the series, in their order. */
export const seriesColors = ({ atende }: Palette): string[] => [atende.pri, atende.warn];

interface BarsProps {
  /** Said to screen readers, which find the figures in the table. */
  label: string;
  /** The names of the bars, each once. */
  names: readonly string[];
  /** Their values; several series stand beside each other. */
  series: readonly Series[];
  height: number;
  /** Bars lie, with their names beside them. */
  lying?: boolean;
  onSelect?: (index: number) => void;
}

/** A bar for each name and series, in the colours of the theme. */
export default function Bars({ label, names, series, height, lying = false, onSelect }: BarsProps) {
  const { palette } = useTheme();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const labels = { fontSize: textSize.micro, fill: palette.text.secondary };
  const bands = {
    scaleType: 'band',
    data: [...names],
    categoryGapRatio: 0.35,
    tickLabelStyle: labels,
    tickLabelMinGap: 2,
    disableLine: true,
    disableTicks: true,
  } as const;
  const counts = { tickLabelStyle: labels, disableLine: true, disableTicks: true, tickMinStep: 1, min: 0 } as const;
  return (
    <Box role="img" aria-label={label} sx={{ minWidth: 0, '& .MuiChartsGrid-line': { stroke: palette.divider } }}>
      <BarChart
        height={height}
        layout={lying ? 'horizontal' : 'vertical'}
        series={series.map(({ name, values }) => ({ data: [...values], label: name }))}
        colors={seriesColors(palette)}
        xAxis={[lying ? { ...counts, height: 24 } : { ...bands, height: 24 }]}
        yAxis={[lying ? { ...bands, width: 110 } : { ...counts, width: 36 }]}
        grid={lying ? { vertical: true } : { horizontal: true }}
        borderRadius={4}
        hideLegend={series.length === 1}
        skipAnimation={still}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        {...(onSelect ? { onItemClick: (_event, { dataIndex }) => onSelect(dataIndex) } : {})}
      />
    </Box>
  );
}
