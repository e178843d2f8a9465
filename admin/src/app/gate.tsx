import { type ReactNode, useEffect } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useResources } from '../schema/resources';

const REDIRECT_MS = 1000;

/** The spec's refusal of a page by plan or role (000 §2, §6): the sentence, then home after a second. */
export function Refused() {
  const notify = useNotify();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => navigate('/', { replace: true }), REDIRECT_MS);
    notify('app.session.no_page_permission', { type: 'error' });
    return () => window.clearTimeout(timer);
  }, [notify, navigate]);
  return null;
}

/** Shows a page unless the company's plan locks it or it is not for this role. */
export function Gate({ page, element }: { page: string; element: ReactNode }) {
  const { pages } = useResources();
  const view = pages.find(({ name }) => name === page);
  return view && !view.locked ? element : <Refused />;
}
