/** A socket that never opens, as behind a firewall: screens must work without it. */
export class BlockedSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}
