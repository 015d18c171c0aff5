export { setLogLevel, setUserLogHandler } from '@firebase/logger';
