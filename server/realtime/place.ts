import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** A port of its own (0 takes a free one), or an HTTP server that somebody else starts and stops. */
export type Place =
  | {
      readonly port: number;
      readonly host?: string;
      /** Makes the server of that port: one that speaks TLS. Without it, a plain one. */
      readonly create?: (listener: RequestListener) => Server;
    }
  | { readonly server: Server };

interface OpenPlace {
  readonly http: Server;
  /** Starts listening where that is ours to do. Failures show as the server's `error` event. */
  open(): void;
  shut(): Promise<void>;
}

export function preparePlace(place: Place): OpenPlace {
  if ('server' in place) return { http: place.server, open() {}, async shut() {} };
  const create = place.create ?? createServer;
  const http = create((_request, response) => response.writeHead(426).end());
  return {
    http,
    open() {
      http.listen(place.port, place.host);
    },
    async shut() {
      if (!http.listening) return;
      const free = once(http, 'close');
      http.close();
      // Connections that never became sockets would hold the port until their own timeouts.
      http.closeAllConnections();
      await free;
    },
  };
}
