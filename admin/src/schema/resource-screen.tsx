import { useRef } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { AccessDenied } from '../shared/access-denied';
import { AutoForm } from './auto-form';
import { AutoList } from './auto-list';
import { overridesOf } from './overrides';
import { isObject } from './registry';
import type { ResourceView } from './types';
import { useLive } from './use-live';

function useFormRoute({ screenPath }: ResourceView) {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const rest = useParams()['*'] ?? '';
  const close = () => navigate({ pathname: `/${screenPath}`, search });
  // initial values that a button of the list passes
  const start: unknown = isObject(state) ? state.start : undefined;
  return { rest, creating: rest === 'create', start: isObject(start) ? start : undefined, close };
}

function Screen({ view }: { view: ResourceView }) {
  useLive(view);
  const { rest, creating, start, close } = useFormRoute(view);
  const navigate = useNavigate();
  const opened = useRef<string | undefined>(undefined);
  const { list: List = AutoList, opens } = overridesOf(view.name);
  const shown = rest !== '' && (creating ? view.can.create : view.can.edit);
  return (
    <ResourceContextProvider value={view.path}>
      <List view={view} />
      {shown && (
        <AutoForm
          key={rest}
          view={view}
          id={creating ? null : rest}
          start={start}
          onSaved={(record) => {
            opened.current = creating ? opens?.(record) : undefined;
          }}
          onClose={() => void (opened.current ? navigate(opened.current) : close())}
        />
      )}
    </ResourceContextProvider>
  );
}

/** The screen of a resource: its list, with the form over it at `/create` and `/:id`. */
export default function ResourceScreen({ view }: { view: ResourceView }) {
  if (view.locked || !view.can.list || !view.list) return <AccessDenied />;
  return <Screen key={view.name} view={view} />;
}
