import './editor/monaco.ts';
import '@graphiql/react/style.css';
import 'graphiql/graphiql.css';
import '@graphiql/plugin-doc-explorer/style.css';
import '@graphiql/plugin-history/style.css';
import './styles/page.css';
import './styles/panels.css';
import './styles/narrow.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { provideWorkers } from './editor/workers.ts';

provideWorkers();
const root = document.querySelector('#root');
if (root) createRoot(root).render(<App />);
