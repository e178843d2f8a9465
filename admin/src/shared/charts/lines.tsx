import { Box, useMediaQuery, useTheme } from '@mui/material';
import { LineChart } from '@mui/x-charts/LineChart';
import { textSize } from '../type-scale';
import { type Series, seriesColors } from './bars';

interface LinesProps {
  /** Said to screen readers, which find the figures in the table. */
  label: string;
  /** The names of the points, each once. */
  names: readonly string[];
  series: readonly Series[];
  height: number;
}

/** A line for each series, in the colours of the theme. */
export default function Lines({ label, names, series, height }: LinesProps) {
  const { palette } = useTheme();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const axis = {
    tickLabelStyle: { fontSize: textSize.micro, fill: palette.text.secondary },
    disableLine: true,
    disableTicks: true,
  } as const;
  return (
    <Box role="img" aria-label={label} sx={{ minWidth: 0, '& .MuiChartsGrid-line': { stroke: palette.divider } }}>
      <LineChart
        height={height}
        series={series.map(({ name, values }) => ({
          data: [...values],
          label: name,
          curve: 'linear',
          showMark: false,
        }))}
        colors={seriesColors(palette)}
        xAxis={[{ ...axis, scaleType: 'point', data: [...names], height: 24 }]}
        yAxis={[{ ...axis, tickMinStep: 1, min: 0, width: 36 }]}
        grid={{ horizontal: true }}
        hideLegend={series.length === 1}
        skipAnimation={still}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      />
    </Box>
  );
}
