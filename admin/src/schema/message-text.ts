import { type ComponentType, createContext } from 'react';

/** Renders the text of a message. The application provides it: conversations import this folder, not the reverse. */
export const MessageTextContext = createContext<ComponentType<{ text: string }>>(({ text }) => text);
