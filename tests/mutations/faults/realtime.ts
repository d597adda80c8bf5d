import type { Area } from '../fault.ts';

const auth = ['tests/server/realtime/auth.test.ts'];
const socket = ['tests/server/realtime/socket.test.ts'];
const broadcaster = ['tests/server/realtime/broadcaster.test.ts'];
const presence = ['tests/server/realtime/presence.test.ts'];
const client = ['tests/server/realtime/client.test.ts'];

/** The socket: who may listen, and who receives which events. */
export const realtime: Area = {
  name: 'realtime',
  faults: [
    {
      id: 'channel-of-another',
      file: 'server/realtime/channel-auth.ts',
      find: 'if (userOfChannel(channel) !== userId) return null;',
      replace: 'if (userOfChannel(channel) === null) return null;',
      effect: 'Anybody listens to a stranger’s account.',
      proveWith: auth,
    },
    {
      id: 'channel-same-name',
      file: 'server/realtime/channel-auth.ts',
      find: '`member:${channel}:${userId}`',
      replace: '`member:${userId}`',
      effect: 'A player can be followed from page to page.',
      proveWith: presence,
    },
    {
      id: 'frame-unsigned-subscription',
      file: 'server/realtime/frame-handler.ts',
      find: '/^(private|presence)-/.test(channel)',
      replace: '/^presence-/.test(channel)',
      effect: 'Private channels open without a signature.',
      proveWith: socket,
    },
    {
      id: 'broadcast-echo',
      file: 'server/realtime/broadcaster.ts',
      find: 'if (foreign === null || foreign.from === processId) return;',
      replace: 'if (foreign === null) return;',
      effect: 'Browsers hear each event of their own process twice.',
      proveWith: broadcaster,
    },
    {
      id: 'broadcast-last-lost',
      file: 'server/realtime/broadcaster.ts',
      find: 'if (bridge !== undefined) flush(bridge);',
      replace: '',
      effect: 'A restart loses events that were about to be sent to other processes.',
      proveWith: broadcaster,
    },
    {
      id: 'presence-second-tab',
      file: 'server/realtime/presence.ts',
      find: '!connections.delete(connection) || connections.size > 0',
      replace: '!connections.delete(connection)',
      effect: 'Closing one of two tabs makes a player leave.',
      proveWith: presence,
    },
    {
      id: 'socket-refetch-after-gap',
      file: 'src/lib/realtime/connection-state.ts',
      find: '      behind = false;\n      onReconnect();',
      replace: '      behind = false;',
      effect: 'After a lost connection screens show old figures until they are reloaded.',
      proveWith: client,
    },
    {
      id: 'socket-refused-again',
      file: 'src/lib/realtime/authorize.ts',
      find: 'response.status < 500 && response.status !== 408 && response.status !== 429',
      replace: 'response.status < 500 && response.status !== 408',
      effect: 'A tab that was asked to slow down never hears events again.',
      proveWith: client,
    },
    {
      id: 'live-other-account',
      file: 'src/islands/shared/stores/live.ts',
      find: '(connected.token !== token || !isNeeded)',
      replace: '!isNeeded',
      effect: 'The next account to sign in hears the events of the one that signed out.',
      proveWith: ['tests/islands/live.test.ts'],
    },
  ],
};
