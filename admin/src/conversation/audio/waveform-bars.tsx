import { styled } from '@mui/material/styles';

/** m:ss */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const BarsSvg = styled('svg')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  overflow: 'visible',
  pointerEvents: 'none',
});

/** Draws heights from 0 to 1 as vertical strokes. */
export function WaveformBars({
  heights,
  color,
  share = 1,
}: {
  heights: readonly number[];
  color: string;
  share?: number;
}) {
  const step = 100 / heights.length;
  const strokes = heights.map((height, index) => {
    const half = Math.max(3, height * 46);
    return `M${((index + 0.5) * step).toFixed(2)} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
  });
  return (
    <BarsSvg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      style={share < 1 ? { clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` } : undefined}
    >
      <path
        d={strokes.join('')}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </BarsSvg>
  );
}
