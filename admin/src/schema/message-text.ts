import { type ComponentType, createContext } from 'react';

/** Renders message text. The application provides the component: conversations import this folder, not the reverse. */
export const MessageTextContext = createContext<ComponentType<{ text: string }>>(({ text }) => text);
