/** First script of a connection. It runs in a frame whose parent window holds the client's callbacks. */
export function startPrologue(callbackId: string, sessionId: string, password: string): string {
  const suffix = /^\d{1,10}$/.test(callbackId) ? callbackId : '';
  return [
    forwarder('pLPCommand', suffix),
    forwarder('pRTLPCB', suffix),
    `pLPCommand('start',${JSON.stringify(sessionId)},${JSON.stringify(password)});`,
  ].join('');
}

function forwarder(name: string, suffix: string): string {
  const callback = `parent.window[${JSON.stringify(name + suffix)}]`;
  return `function ${name}(){if(parent&&${callback}){${callback}.apply(null,arguments);}}`;
}

/** A page that tells the server when its tab closes. A strict content security policy allows its script. */
export function disconnectFrame(sessionId: string, password: string): string {
  const query = new URLSearchParams({ dframe: 'script', id: sessionId, pw: password });
  return `<!doctype html><title>connection</title><script src="?${String(query).replaceAll('&', '&amp;')}"></script>`;
}

export function disconnectScript(sessionId: string, password: string): string {
  const query = new URLSearchParams({ disconn: 't', id: sessionId, pw: password });
  return `addEventListener('pagehide',()=>navigator.sendBeacon(location.pathname+${JSON.stringify(`?${query}`)}));`;
}
