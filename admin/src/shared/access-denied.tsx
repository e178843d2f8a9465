import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';

const REDIRECT_MS = 1000;

/** Replaces a page that plan or role refuse (spec 000 §2, §6): a toast, then a redirect to the start page. */
export function AccessDenied() {
  const notify = useNotify();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = window.setTimeout(() => navigate('/', { replace: true }), REDIRECT_MS);
    notify('app.session.no_page_permission', { type: 'error' });
    return () => window.clearTimeout(timer);
  }, [notify, navigate]);
  return null;
}
