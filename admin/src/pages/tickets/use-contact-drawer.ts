import { useState } from 'react';
import { useRoomy } from './workspace-layout';

const KEY = 'contactDrawer';
/** From here on three columns leave the conversation enough. */
const OPEN_FROM_PX = 1600;

function remembered(): boolean {
  const choice = localStorage.getItem(KEY);
  return choice === null ? window.innerWidth >= OPEN_FROM_PX : choice === 'true';
}

/** Whether the contact's drawer is open. The choice is remembered where it is a column; over the conversation it starts closed. */
export function useContactDrawer(): [boolean, (open: boolean) => void] {
  const column = useRoomy();
  const [chosen, setChosen] = useState(remembered);
  const [over, setOver] = useState(false);
  function choose(open: boolean) {
    if (!column) return setOver(open);
    localStorage.setItem(KEY, String(open));
    setChosen(open);
  }
  return [column ? chosen : over, choose];
}
