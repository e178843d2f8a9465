import { IconButton, type IconButtonProps, Tooltip } from '@mui/material';

interface TooltipIconButtonProps extends IconButtonProps {
  /** The accessible name. */
  label: string;
  tooltip?: string;
}

export function TooltipIconButton({ label, tooltip = label, ...props }: TooltipIconButtonProps) {
  const button = <IconButton aria-label={label} {...props} />;
  // a disabled button has no pointer events, which the tooltip needs; a click goes through it to what it lies over
  return (
    <Tooltip title={tooltip} disableInteractive>
      {props.disabled === undefined ? button : <span>{button}</span>}
    </Tooltip>
  );
}
