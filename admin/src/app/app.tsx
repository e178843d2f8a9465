import { QueryClient } from '@tanstack/react-query';
import { AdminContext, memoryStore } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { authProvider } from '../providers/auth-provider';
import { dataProvider } from '../providers/data-provider';
import { ApiError } from '../providers/http';
import { i18nProvider } from '../providers/i18n-provider';
import { Root } from './root';
import { darkTheme, lightTheme } from './theme/theme';
import { useThemeMode } from './theme/theme-toggle';

const store = memoryStore();
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // retry only when the server was not reached
      retry: (failures, error) =>
        error instanceof ApiError && (error.status === 0 || error.status >= 502) && failures < 2,
      refetchOnWindowFocus: false,
    },
  },
});

function Admin() {
  const { dark } = useThemeMode();
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      theme={dark ? darkTheme : lightTheme}
      darkTheme={null}
    >
      <Root />
    </AdminContext>
  );
}

// a data router: useBlocker works only in one
const router = createBrowserRouter([{ path: '*', element: <Admin /> }]);

export const App = () => <RouterProvider router={router} />;
