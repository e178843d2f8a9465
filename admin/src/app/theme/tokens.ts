/** The colours of the design. Text colours keep at least 4.5:1 on every surface they are used on. */
export const lightTokens = {
  bg: '#f4f6fa',
  panel: '#ffffff',
  line: '#e3e8f0',
  /** A softer hairline, between the rows of one list. */
  lineSoft: '#eff2f7',
  /** The border of a field: at least 3:1 on every surface (WCAG 1.4.11). */
  fieldLine: '#7d8a9f',
  ink: '#0f1b2d',
  mute: '#58667d',
  faint: '#606d84',
  pri: '#1a63d8',
  /** A filled primary surface on hover. */
  priHover: '#1654bb',
  priSoft: '#e8f0fe',
  /** Text on a filled primary surface. */
  onPri: '#ffffff',
  /** The bubble of an outgoing message. */
  out: '#dfeaff',
  /** The bubble of an incoming message. */
  in: '#ffffff',
  /** The background of the messages. */
  chat: '#eef2f8',
  note: '#fff6dc',
  noteLine: '#f2d98b',
  /** The surface of what is due. */
  due: '#ffdcb4',
  /** The surface of what is overdue. */
  overdue: '#ffd0d0',
  ok: '#0f7f4f',
  warn: '#a34a06',
  danger: '#c9343a',
  /** A filled danger surface on hover; its text is `onPri`. */
  dangerHover: '#ad2a30',
  /** A count badge with white text. */
  badge: '#d13b40',
  online: '#25d366',
  hover: 'rgba(15, 27, 45, 0.045)',
};

export type Tokens = Record<keyof typeof lightTokens, string>;

export const darkTokens: Tokens = {
  bg: '#0d131c',
  panel: '#141c27',
  line: '#243042',
  lineSoft: '#1c2635',
  fieldLine: '#6b7a93',
  ink: '#e8eef8',
  mute: '#9aa8bd',
  faint: '#8794aa',
  pri: '#6ea2ff',
  priHover: '#8ab4ff',
  priSoft: '#1a2b4a',
  onPri: '#0b1626',
  out: '#1f3a66',
  in: '#1b2534',
  chat: '#0f1722',
  note: '#332a12',
  noteLine: '#6b5720',
  due: '#5c3a12',
  overdue: '#5e2328',
  ok: '#4ad295',
  warn: '#f0b35a',
  danger: '#ff8589',
  dangerHover: '#ffa3a6',
  badge: '#d13b40',
  online: '#25d366',
  hover: 'rgba(232, 238, 248, 0.06)',
};
