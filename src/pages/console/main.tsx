import './styles/theme.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/page.css';
import './styles/catalogue.css';
import './styles/form.css';
import './styles/answer.css';
import './styles/chart.css';
import './styles/table.css';
import './styles/code.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { takeKeyFromAddress } from './key/first-link.ts';

// Before anything else: the key leaves the address at once.
const isFirstVisit = takeKeyFromAddress();
const root = document.querySelector('#root');
if (root) createRoot(root).render(<App isFirstVisit={isFirstVisit} />);
