/** Lets node-postgres talk to an embedded PGlite as it talks to PostgreSQL, so that both have one driver. */
import { Duplex } from 'node:stream';
import { type PGlite, protocol } from '@electric-sql/pglite';

/** The first byte of the message that ends a client's session. */
const TERMINATE = 'X'.charCodeAt(0);
/** What PostgreSQL does when a client has left. PGlite has only one session, and the next client continues it. */
const CLEAR = Buffer.concat(['ROLLBACK', 'DISCARD ALL'].map((text) => protocol.serialize.query(text)));

/** Takes the place of a connection's socket. What node-postgres writes together goes to PGlite as one message. */
export class PgliteStream extends Duplex {
  readonly #pglite: PGlite;
  #hasLeft = false;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}

  ref(): void {}

  unref(): void {}

  override _read(): void {}

  override _write(message: Uint8Array, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#ask(message).then(() => done(), done);
  }

  override _writev(messages: readonly { readonly chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this.#ask(Buffer.concat(messages.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#leave();
    done(error);
  }

  async #ask(message: Uint8Array): Promise<void> {
    if (message[0] === TERMINATE) this.#leave();
    else this.push(await this.#pglite.execProtocolRaw(message));
  }

  /** Synchronous, because the next client may begin immediately. */
  #leave(): void {
    if (this.#hasLeft || this.#pglite.closed) return;
    this.#hasLeft = true;
    this.#pglite.execProtocolRawSync(CLEAR);
  }
}
