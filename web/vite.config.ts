import { BROWSERS } from '@outharbor/contract/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Groups modules that are needed together; code used by one page stays in that page's chunk. */
const CHUNKS = [
  {
    name: 'react',
    test: /rolldown\/runtime|vite\/preload-helper|node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)\//,
    priority: 3,
  },
  {
    name: 'forms',
    test: /src\/content\/account\.|src\/features\/auth\/(Account|Login|Register|credentials|use-account-form|use-redirect|auth-messages)|src\/ui\/(Field|account\.css)/,
    priority: 3,
  },
  {
    name: 'account',
    test: /src\/content\/(messages|pricing)|src\/features\/(checkout\/(redirect|start)|pricing\/(PricingH|plan-st)|auth\/(?!ForgotP|MailedL|mailed-l|use-mailed)|notifications\/)|contract\/src\/(user-record|granted-plan|plans|money|person)|src\/lib\/(allowed-redirect|api-client|load-firebase)|src\/ui\/(BusyButton|use-)|src\/app\/(AccountShell|account-shell)/,
    priority: 2,
  },
  {
    name: 'firebase-auth',
    test: /node_modules\/(@firebase\/(app|auth|component|logger|util)|firebase\/(app|auth)|idb)\/|src\/lib\/(firebase-(app|auth|defaults)|database-address)/,
    priority: 2,
  },
  {
    name: 'site',
    test: /src\/(icons\/[a-z-]+\.ts|ui\/(?!Accordion|CaseStudySection|LegalText)[A-Za-z-]+\.tsx?|lib\/(log|renew|retry|runtime-config|signed-in-hint)\.ts|content\/(brand|errors|claims|navigation|pages|rich-text)\.ts|app\/(?!AccountShell)[A-Za-z-]+\.tsx?)$|src\/ui\/(pictures\/lighthouse|result\.css)|contract\/src\/paths/,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [react()],
  build: {
    ...BROWSERS,
    manifest: true,
    license: { fileName: 'third-party-notices.txt' },
    // Keep pictures as separate files: inlined, they would add to the page script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Plugin timings depend on how busy the machine is.
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: CHUNKS, includeDependenciesRecursively: false } },
    },
  },
});
