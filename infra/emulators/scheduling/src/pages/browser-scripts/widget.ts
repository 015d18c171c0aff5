import { startEventTypePage } from './event-type.ts';
import { startProfilePage } from './profile.ts';

/** The one script of every page. */
if (document.getElementById('profile')) startProfilePage();
else await startEventTypePage();
