import { startEventTypePage } from './event-type.ts';
import { startProfilePage } from './profile.ts';

/** Every page loads this script. */
if (document.getElementById('profile')) startProfilePage();
else await startEventTypePage();
