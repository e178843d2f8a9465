import { useState } from 'react';

const KEY = 'contactDrawer';
const ROOMY_PX = 1400;

/** Whether the contact's drawer stands open; remembered, at first open where there is room for three columns. */
export function useContactDrawer(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(() => window.innerWidth >= ROOMY_PX && localStorage.getItem(KEY) !== 'false');
  return [
    open,
    (next) => {
      setOpen(next);
      if (window.innerWidth >= ROOMY_PX) localStorage.setItem(KEY, String(next));
    },
  ];
}
