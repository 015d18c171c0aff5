import { render } from 'preact';
import { App } from './App.tsx';
import '../../../../../web/src/ui/tokens.css';
import './font.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/places.css';
import './styles/parts.css';
import './styles/widths.css';

history.scrollRestoration = 'manual';
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
render(<App />, root);
