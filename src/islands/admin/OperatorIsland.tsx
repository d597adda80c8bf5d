import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { lazy } from '../shared/lazy.tsx';
import { $operating, findOperator } from './session-store.ts';
import { LogIn } from './sign-in/LogIn.tsx';
import './operator.css';

const AdminFrame = lazy(
  async () => (await import('./AdminFrame.tsx')).AdminFrame,
  () => <Waiting />,
);

/**
 * The back office or its sign-in. When a session ends, the sign-in covers the screens and keeps them with any text typed there.
 * They stay hidden until the same operator is back.
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
          <AdminFrame key={operating.session.operator.id} operator={operating.session.operator} />
        </div>
      )}
    </>
  );
}

/** A modal dialog, so that it also covers any dialog that is open. */
function Cover({ name }: { readonly name: string }) {
  const cover = useRef<HTMLDialogElement>(null);
  const show = () => cover.current?.showModal();
  useEffect(() => cover.current?.showModal(), []);
  return (
    // Browsers close a dialog at the second Escape, even if the page cancels the first. So open it again.
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
    <main id="content" className="operator-sign-in" tabIndex={-1} aria-busy="true">
      <h1>Operator</h1>
      <p className="unseen" role="status" aria-label="Loading the operator console" />
    </main>
  );
}
