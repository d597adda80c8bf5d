/**
 * The realtime socket of a host of the specification, with the Pusher protocol. It signs nothing, because section 7 has no call
 * for that.
 */
import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';

export interface SpecSocket {
  /** 'ws://127.0.0.1:41234'; in production the API's host on port 6001. */
  readonly url: string;
  /** The requested path of each connection: '/app/playtally?protocol=7…'. */
  readonly connections: string[];
  /** The channels with listeners now. */
  channels(): string[];
  /** Sends to all listeners of the channel. */
  sendEvent(channel: string, event: string, data: object): void;
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startSpecSocket(): Promise<SpecSocket> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const connections: string[] = [];
  const listeners = new Map<WebSocket, Set<string>>();

  const say = (socket: WebSocket, event: string, data: object, channel?: string) =>
    socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel && { channel }) }));

  server.on('connection', (socket, request) => {
    connections.push(request.url ?? '');
    const channels = new Set<string>();
    listeners.set(socket, channels);
    socket.on('close', () => listeners.delete(socket));
    socket.on('message', (text) => {
      const { event, data }: { event: string; data?: { channel?: string } } = JSON.parse(String(text));
      const channel = data?.channel ?? '';
      if (event === 'pusher:ping') say(socket, 'pusher:pong', {});
      if (event === 'pusher:unsubscribe') channels.delete(channel);
      if (event !== 'pusher:subscribe') return;
      if (/^(?:private|presence)-/.test(channel))
        return say(socket, 'pusher:subscription_error', { type: 'AuthError', status: 401 }, channel);
      channels.add(channel);
      say(socket, 'pusher_internal:subscription_succeeded', {}, channel);
    });
    say(socket, 'pusher:connection_established', {
      socket_id: `${connections.length}.1`,
      activity_timeout: 30,
    });
  });

  return {
    url: `ws://127.0.0.1:${address.port}`,
    connections,
    channels: () => [...new Set([...listeners.values()].flatMap((channels) => [...channels]))],
    sendEvent(channel, event, data) {
      for (const [socket, channels] of listeners)
        if (channels.has(channel)) say(socket, event, data, channel);
    },
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((closed) => server.close(closed));
    },
  };
}
