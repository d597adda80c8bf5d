import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { lazy } from '../shared/lazy.tsx';
import { LogIn } from './door/LogIn.tsx';
import { $operating, findOperator } from './session-store.ts';
import './operator.css';

const Desk = lazy(
  async () => (await import('./Desk.tsx')).Desk,
  () => <Waiting />,
);

/**
 * The operators' area: the way in, or the desk. A session that ended covers the desk and keeps it, for what was typed on it; nothing
 * of it shows until its operator is back.
 */
export function OperatorIsland() {
  const operating = useStore($operating, { ssr: 'initial' });
  useEffect(() => findOperator(), []);
  if (operating.state === 'unknown') return <Waiting />;
  const isIn = operating.state === 'in';
  return (
    <>
      {operating.state === 'out' && <LogIn ended={null} />}
      {operating.state === 'ended' && <Cover name={operating.session.operator.name} />}
      {operating.state !== 'out' && (
        <div hidden={!isIn}>
          <Desk key={operating.session.operator.id} operator={operating.session.operator} />
        </div>
      )}
    </>
  );
}

/** Over whatever is open on the desk: a dialog there keeps everything but another dialog from being reached. */
function Cover({ name }: { readonly name: string }) {
  const cover = useRef<HTMLDialogElement>(null);
  const show = () => cover.current?.showModal();
  useEffect(() => cover.current?.showModal(), []);
  return (
    // Browsers close a dialog at the second Escape, whatever the page says to the first.
    <dialog
      ref={cover}
      className="cover"
      aria-label="Log in"
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <LogIn ended={name} />
    </dialog>
  );
}

function Waiting() {
  return (
    <main id="content" className="door" tabIndex={-1}>
      <h1>Operator</h1>
      <p className="muted" role="status" aria-busy="true">
        Loading
      </p>
    </main>
  );
}
