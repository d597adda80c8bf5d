import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

/** Where sockets listen: on their own port (0 takes a free one), or on an HTTP server that the caller starts and stops. */
export type Place =
  | {
      readonly port: number;
      readonly host?: string;
      /** Creates the server of that port, for TLS. Without it, a plain one is used. */
      readonly create?: (listener: RequestListener) => Server;
    }
  | { readonly server: Server };

interface OpenPlace {
  readonly http: Server;
  /** Starts listening, if the port is its own. Failures arrive as the server's `error` event. */
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
      // Connections that never became sockets would keep the port open until they time out.
      http.closeAllConnections();
      await free;
    },
  };
}
