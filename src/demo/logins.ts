/** Accounts of a demo install; never on an open address without DEMO=on. */
export const demoPassword = 'atende-demo';

export const demoLogins = [
  { email: 'super@demo.local', role: 'super-administração' },
  { email: 'gestor@demo.local', role: 'gestor' },
  { email: 'supervisor@demo.local', role: 'supervisor' },
  { email: 'atendente@demo.local', role: 'atendente' },
  { email: 'gestor@outra.local', role: 'gestor de outra empresa' },
] as const;
