import { AdminContext, memoryStore } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { authProvider } from '../providers/auth-provider';
import { dataProvider } from '../providers/data-provider';
import { i18nProvider } from '../providers/i18n-provider';
import { queryClient } from '../providers/query-client';
import { Root } from './root';
import { darkTheme, lightTheme } from './theme/theme';
import { useThemeMode } from './theme/use-theme-mode';

const store = memoryStore();

function Admin() {
  const [mode] = useThemeMode();
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={mode === 'dark' ? darkTheme : lightTheme}
      darkTheme={null}
    >
      <Root />
    </AdminContext>
  );
}

// a data router: useBlocker works only in one
const router = createBrowserRouter([{ path: '*', element: <Admin /> }]);

export const App = () => <RouterProvider router={router} />;
