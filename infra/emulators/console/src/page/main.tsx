import { render } from 'preact';
import { App } from './App.tsx';
import '../../../../../web/src/ui/tokens.css';
import './font.css';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
render(<App />, root);
