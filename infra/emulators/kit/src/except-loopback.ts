const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
const LOOPBACK = 'localhost,127.0.0.1,::1';

/** The variables by which nothing is sent to this machine through a proxy; none where no proxy is set. */
export function exceptLoopback(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!PROXIES.some((name) => environment[name])) return {};
  const own = environment.no_proxy || environment.NO_PROXY;
  const all = own ? `${own},${LOOPBACK}` : LOOPBACK;
  return { no_proxy: all, NO_PROXY: all };
}
