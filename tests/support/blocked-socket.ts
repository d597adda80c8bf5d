/** A socket that never opens, as behind a firewall: screens have to do without. */
export class BlockedSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}
